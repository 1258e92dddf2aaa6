"""The commands of AVAP and their parameters."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

TARGET = "T"  # the name of the variable that receives the result

COMMANDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "addVar": (TARGET, "value"),
        "addParam": ("parameter", TARGET),
        "addResult": ("variable",),
        "if": ("variable", "value", "comparator"),
        "else": (),
        "end": (),
        "endLoop": (),
        "try": (),
        "exception": (TARGET,),
        "startLoop": ("counter", "from", "to"),
        "RequestGet": ("url", "query string", "headers", TARGET),
        "RequestPost": ("url", "query string", "headers", "body", TARGET),
        "ormDirect": ("sql", TARGET),
        "ormCheckTable": ("table", TARGET),
        "ormAccessSelect": ("fields", "database", TARGET, "selector"),
        "ormAccessInsert": ("fields", "values", "database", TARGET),
        "ormAccessUpdate": ("fields", "values", "database", TARGET, "selector"),
        "encodeSHA256": ("source", TARGET),
        "encodeMD5": ("source", TARGET),
        "randomString": ("pattern", "length", TARGET),
        "replace": ("source", "pattern", "new", TARGET),
        "getRegex": ("source", "pattern", TARGET),
        "getDateTime": ("format", "time delta", "time zone", TARGET),
        "getTimeStamp": ("date string", "format", "time delta", TARGET),
        "stampToDatetime": ("time stamp", "format", "time delta", TARGET),
        "getQueryParamList": (TARGET,),
        "getListLen": ("source", TARGET),
        "itemFromList": ("source", "index", TARGET),
        "variableToList": ("element", TARGET),
        "AddvariableToJSON": ("key", "value", TARGET),
        "variableFromJSON": ("source", "key", TARGET),
        "registerEndpoint": ("path", "method", "middleware list", "description", "handler", "output"),
        "avapConnector": ("token",),
        "go": ("function", "arguments"),
        "gather": ("id", "time-out"),
    }
)
BUILTINS = frozenset({"str", "int", "float", "len"})
COMPARATORS = ("=", "==", "!=", "<", ">", "<=", ">=", "in")
# Block statements: they have no value.
STRUCTURE = frozenset({"if", "else", "end", "endLoop", "try", "startLoop"})
# Arguments that hold SQL, where `COUNT(id)` is not a call.
SQL = frozenset({"sql", "fields", "values", "selector"})
_VARIABLE_ARITY: Mapping[str, tuple[int, int | None]] = MappingProxyType(
    {"exception": (0, 1), "gather": (1, 2), "go": (1, None), "randomString": (2, 3)}
)


def signature(name: str) -> str:
    """Return the signature of a command, such as `addParam(parameter, T)`."""
    arguments = ", ".join(COMMANDS[name])
    return f"{name}({arguments})"


def argument_limits(name: str) -> tuple[int, int | None]:
    """Return the least and the largest number of arguments of a command; None for no limit."""
    return _VARIABLE_ARITY.get(name, (len(COMMANDS[name]), len(COMMANDS[name])))


def arity_fault(name: str, count: int, value: bool) -> str | None:
    """Return the fault of a number of arguments, or None; a command used as a value may omit its target."""
    wanted = COMMANDS[name]
    low, high = argument_limits(name)
    if value and TARGET in wanted and name not in _VARIABLE_ARITY:
        low -= 1
    if low <= count and (high is None or count <= high):
        return None
    if name in _VARIABLE_ARITY:
        takes = {"exception": "none or one argument", "gather": "one or two arguments"}.get(
            name, "at least one argument" if high is None else "three arguments"
        )
    else:
        takes = {0: "no arguments", 1: "one argument"}.get(len(wanted), f"{len(wanted)} arguments")
    got = count or "none"
    return f"'{name}' takes {takes}, not {got}: write {signature(name)}"
