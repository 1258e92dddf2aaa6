"""Suggests the nearest known name for an unknown command."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from fingerpost.assistants.avap.parser.signatures import BUILTINS, COMMANDS
from fingerpost.language.edit_distance import edit_distance

# Names that people and models commonly write instead; in lower case without `_`.
_HABITS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "addVar": ("setvar", "setvariable", "newvar", "declare", "variable", "define", "createvar", "assign", "set"),
        "addParam": ("readparam", "getparam", "getparameter", "param", "readparameter", "getinput", "input",
                     "inputparam",
                     "getrequestparam", "queryparam", "getqueryparam", "readinput", "requestparam", "getarg"),
        "addResult": ("returnresult", "setresult", "result", "print", "printline", "println", "printf", "echo",
                      "output", "sendresult", "response", "send", "sendresponse", "returnresponse", "write",
                      "writeln", "log",
                      "respond", "showresult", "display", "puts", "alert", "getresult", "returnvalue", "imprimir",
                      "printresult", "render", "emit"),
        "RequestGet": ("httpget", "get", "fetch", "getrequest", "curl", "geturl", "urlget", "callapi", "http",
                       "request", "httprequest", "apiget", "doget", "sendget", "restget"),
        "RequestPost": ("httppost", "post", "postrequest", "posturl", "apipost", "dopost", "sendpost", "restpost"),
        "ormDirect": ("sqlquery", "query", "sql", "executesql", "execsql", "dbquery", "runsql", "execute", "exec",
                      "runquery", "executequery", "ormquery", "querydb", "ormexecute", "ormsql", "select"),
        "ormCheckTable": ("tableexists", "checktable", "existstable", "ormtableexists"),
        "ormAccessSelect": ("ormselect", "dbselect", "ormget", "ormfind"),
        "ormAccessInsert": ("orminsert", "dbinsert", "ormcreate", "insert", "ormsave"),
        "ormAccessUpdate": ("ormupdate", "dbupdate", "update"),
        "startLoop": ("foreach", "for", "while", "loop", "repeat", "forloop", "beginloop", "whileloop", "startfor",
                      "startwhile", "openloop", "loopstart", "iterate"),
        "endLoop": ("endfor", "endwhile", "endforeach", "closeloop", "stoploop", "loopend", "next", "finishloop"),
        "end": ("endif", "endtry", "fi", "endblock", "finish", "close", "endfunction", "endcondition", "fin"),
        "exception": ("catch", "except", "rescue", "onerror", "error", "catcherror"),
        "try": ("trycatch", "starttry", "begintry"),
        "else": ("otherwise", "elseif", "elif", "elsif", "sino"),
        "if": ("when", "startif", "unless", "ifelse", "si", "condition", "check", "ifnot"),
        "encodeSHA256": ("getsha256", "sha256", "hash", "hashsha256", "sha256hash", "tosha256", "sha", "encrypt",
                         "createsha256", "hashpassword", "encodesha", "sha256encode", "encodesha512"),
        "encodeMD5": ("getmd5", "md5", "hashmd5", "md5hash", "tomd5", "md5encode", "createmd5"),
        "randomString": ("random", "getrandom", "randstring", "generaterandom", "uuid", "randomstr", "generatestring",
                         "rand", "generatetoken", "getrandomstring", "generaterandomstring"),
        "replace": ("strreplace", "replacestring", "replaceall", "substitute", "replacetext", "stringreplace"),
        "getRegex": ("regex", "match", "regexmatch", "findregex", "regexp", "matchregex", "applyregex", "checkregex"),
        "getDateTime": ("now", "date", "datetime", "getdate", "gettime", "today", "currentdate", "getnow", "time",
                        "currenttime", "getcurrentdate", "getcurrenttime", "getcurrentdatetime"),
        "getTimeStamp": ("timestamp", "strtotime", "datetostamp", "totimestamp", "datetimetostamp", "datetotimestamp"),
        "stampToDatetime": ("fromtimestamp", "stamptodate", "timestamptodate", "formatdate", "timestamptodatetime"),
        "getQueryParamList": ("getparams", "getallparams", "getparamlist", "queryparams", "getqueryparams", "params"),
        "getListLen": ("listlen", "length", "count", "size", "getlength", "listlength", "sizeof", "getlen",
                       "getlistlength", "getlistsize"),
        "itemFromList": ("getitem", "listget", "getfromlist", "itemat", "listitem", "getlistitem", "getelement"),
        "variableToList": ("addtolist", "append", "push", "listadd", "listappend", "appendtolist", "pushtolist", "list",
                           "addvariabletolist", "additemtolist", "arraypush"),
        "AddvariableToJSON": ("jsonencode", "tojson", "addtojson", "jsonadd", "jsonset", "setjson", "variabletojson",
                              "jsonstringify", "jsondumps", "addjson", "jsonput", "putjson", "createjson", "json"),
        "variableFromJSON": ("jsondecode", "fromjson", "jsonparse", "parsejson", "getjson", "jsonget", "readjson",
                             "getfromjson", "jsonloads", "getvariablefromjson", "extractjson", "getjsonvalue"),
        "registerEndpoint": ("endpoint", "route", "addendpoint", "addroute", "createendpoint", "register", "handle",
                             "defineendpoint", "newendpoint", "registerroute"),
        "avapConnector": ("connector", "connect", "getconnector", "useconnector", "connectdb"),
        "go": ("async", "spawn", "thread", "goroutine", "start", "startthread", "run", "parallel"),
        "gather": ("await", "join", "wait", "waitfor", "collect", "sync"),
    }
)  # fmt: skip
_BY_HABIT = {habit: name for name, habits in _HABITS.items() for habit in habits}
_BY_FOLDED = {name.lower(): name for name in COMMANDS}
_LONGEST = 40  # longer names get no suggestion
_MOST = 100  # maximum number of names: a text with more unknown names is no program that suggestions could fix


class CallableNames:
    """The names that a program may call, its own functions included, with suggestions for unknown names."""

    def __init__(self, defined: Iterable[str]) -> None:
        """Create the names from the functions that the program defines."""
        self.defined = frozenset(defined)
        self._known = (*COMMANDS, *sorted(self.defined)[:_MOST])
        self._folded = {name.lower(): name for name in self.defined} | _BY_FOLDED | {name: name for name in BUILTINS}
        self._found: dict[str, str | None] = {}

    def __contains__(self, name: object) -> bool:
        """Return whether a program may call this name as a statement."""
        return name in COMMANDS or name in self.defined

    def same_but_case(self, name: str) -> str | None:
        """Return the known name that differs only in case; None where there is none."""
        return self._folded.get(name.lower())

    def nearest(self, name: str) -> str | None:
        """Return the most likely intended name; None where none is near enough."""
        if name not in self._found:
            if len(self._found) >= _MOST:
                return None
            self._found[name] = self._nearest(name.lower().replace("_", ""))
        return self._found[name]

    def _nearest(self, folded: str) -> str | None:
        meant = self._folded.get(folded) or _BY_HABIT.get(folded)
        if meant or len(folded) > _LONGEST:
            return meant
        allowed = len(folded) // 3  # no hint for a name of one or two letters: every short command would be near
        near = (
            (edit_distance(folded, name.lower()), name)
            for name in self._known
            if abs(len(name) - len(folded)) <= allowed
        )
        steps, name = min(near, key=lambda pair: pair[0], default=(len(folded), ""))
        return name if steps <= allowed else None
