"""The 27 faults that were found in version 0.1, each tried against `fingerpost serve` of any version from outside."""
