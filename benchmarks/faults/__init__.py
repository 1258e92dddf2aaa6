"""The campaign of faults: what a server must withstand, each line with a bar, a figure and a command."""
