"""The AVAP parser on programs written for it: valid ones pass, invalid ones fail on the right line."""

from __future__ import annotations

import pytest

from fingerpost.assistants.avap.parser import COMMANDS, VERSION, ParseFault, ParseReport, check
from fingerpost.assistants.avap.parser.signatures import COMPARATORS, signature
from fingerpost.assistants.avap.parser.suggest import CallableNames

SOUND = {
    "nothing": "",
    "white space and comments": "\n  \n// one\n/// two\n/* three\n four */\n\t// five\n",
    "commands": 'addParam("name", name)\naddVar(greeting, "Hello")\naddResult(greeting)',
    "carriage returns": 'addParam("id", id)\r\nif(id, 1, "=")\r\naddResult(id)\r\nend()\r\n',
    "tabs, byte order mark, no-break space": '\ufeffaddVar(x,\t1)\n\tif(x,\u00a01, "=")\n\tend()\n',
    "names with accents": "año = 5\nsituação = año + 1\naddResult(situação)",
    "comments behind statements": "addVar(x, 1) // one\nx = 2 /* two */\n/* three */ addResult(x)",
    "address in quotes": 'RequestGet("https://a.example//b", "", "", r) // call',
    "bare address": "RequestGet(https://a.example/b//c?d=e&f=1, , , r)\nurl = https://a.example/x // here",
    "bare address without a scheme": "RequestGet(a.example//b, , , r)",
    "bare paths": "registerEndpoint(/users/*, GET, [auth, log], List, main, r)",
    "bare formats": "getDateTime(%Y-%m-%d %H:%M:%S, 0, Europe/Madrid, now)\nfmt = %d/%m/%Y",
    "bare words": "addVar(x, it is a new order)\naddVar(mail, who@a.example)\naddVar(size, 10px)\ncolour = red",
    "bare words with parentheses": "addVar(x, Total (net) of a new user (admin))\naddVar(y, Total (net))",
    "bare SQL": "ormDirect(SELECT COUNT(*) FROM t WHERE a = 'b, c' AND d IN (1, 2), r)",
    "bare SQL with commas": "ormDirect(SELECT id, name FROM users, rows)",
    "an equals sign in SQL": 'ormDirect("SELECT * FROM users WHERE id = 1", r)\naddResult(r)',
    "bare patterns": r"getRegex(text, ^(\w+)@[^,]+$, m)" "\nrandomString([a-zA-Z0-9], 8, s)",
    "functions of SQL": "ormAccessSelect(COUNT(id), users, n, id = 1)\normAccessSelect(*, users, all, )",
    "empty arguments": "RequestGet(u, , , r)\nRequestPost(u,,,,r)\naddVar(x, )",
    "comparators": "".join(f'if(a, b, {c})\nend()\nif(a, b, "{c}")\nend()\n' for c in COMPARATORS),
    "an expression as a condition": 'if(None, None, "a > 1 and b < 2")\nend()\nif(None, None, `a > ${b}`)\nend()',
    "a space before the parenthesis": 'if (x, 1, "=")\nelse ()\nend ( )',
    "nested blocks": (
        'startLoop(i, 0, 9)\nif(i, 5, ">")\ntry()\nx = 1 / i\nexception(e)\nif(e, "", "!=")\naddResult(e)\nend()\nend()\n'
        "else()\naddResult(i)\nend()\nendLoop()"
    ),
    "exception without a name": "try()\nx = 1\nexception()\ny = 2\nend()",
    "exception that is assigned": "try()\nx = 1\ne = exception()\naddResult(e)\nend()",
    "function on one line": "function add(a, b){ return(a + b) }\nx = add(1, 2)\naddResult(x)",
    "function on one line, tight": "function f(a){return(a)}\nfunction g(){}\nx = f(1)",
    "function with blocks on one line": 'function f(a){ if(a, 1, "=") return(1) end() return(0) }\nx = f(2)',
    "function on lines": 'x = f(1)\nfunction f(a) {\n  if(a, 1, "=")\n    return(a)\n  end()\n  return 0\n}',
    "function closed behind a statement": "function f(a){ b = a * 2\nreturn(b) }\nx = f(1)",
    "function inside a block": 'if(x, 1, "=")\nfunction f(){\nreturn()\n}\nf()\nend()',
    "function named like a command misspelt": "function getSHA256(a){ return(a) }\nx = getSHA256(1)",
    "function with its head over lines": "function f(\n  a,\n  b\n){\n  return(\n    a + b\n  )\n}\nx = f(1, 2)",
    "brace on the next line": "function f(a)\n{\nreturn(a)\n}",
    "returns": "function f(a){\nreturn\nreturn()\nreturn(a)\nreturn a\nreturn(a) + (a)\nreturn -1\nreturn {'a': a}\n}",
    "globals and status": "total = 1\nfunction f(){ return($total + 1) }\n_status = 404\naddVar(_status, 500)\nx = __last_error__",
    "arithmetic": "x = -1 + 2 * (3 - 4) / 5 % 6\ny = x ** 2 - -1\nz = 1.5e3 + .5 + 0xff",
    "comparison and logic": "x = a == 1 and not b or c >= 2\ny = a in b\nz = a not in b\nw = a is not None",
    "ternary": 'x = "a" if b else "c"\ny = 1 if a else 2 if b else 3\nz = (1 if a else 2) + 1',
    "indexing": 'x = a[0]["k"][-1]\ny = a[1:3]\nz = a[:]\nw = a[::2]\nv = f(1)[0]\nfunction f(q){ return(q) }',
    "builtins": "x = str(1) + str(len(a)) + int('3') + float(b)",
    "methods and fields": 'x = a.upper().split(",")[0]\ny = a.b.c',
    "connector": 'c = avapConnector("t")\nr = c.query("x")\nc.send(r)',
    "lists and dictionaries": 'x = [1, "a", [2, b], ]\ny = {"a": 1, "b": [1, {"c": 2}]}\nz = []\nw = {}',
    "commands as values": 'h = encodeSHA256("x")\nq = getQueryParamList()\nh = encodeMD5("x", y)\naddResult(encodeMD5(h))',
    "concurrency": "function f(a){ return(a) }\nid = go(f, 1)\nr = gather(id)\nr = gather(id, 5)\ngo(f)",
    "strings": "x = \"a \\\"b\\\" 'c'\"\ny = 'it\\'s'\nz = 'it''s'\naddVar(w, \"a, b) = (c\")",
    "template strings": "x = `a, ${b}) \"c`\naddVar(y, `d, e`)\nz = `one\ntwo ${x}\n` + 'w'\nv = `a` if x else `b`",
    "template in a call over lines": "ormDirect(`SELECT *\nFROM t\nWHERE a = 'b'`, r)\naddResult(r)",
    "call over lines": 'registerEndpoint(\n  "/x",\n  "GET",\n  [],\n\n  "d", // why\n  main,\n  r\n)\nfunction main(){ }',
    "calls inside a call over lines": 'x = f(\n  encodeSHA256("a"),\n  g(2)\n)\nfunction f(a, b){ return(a) }\nfunction g(a){ return(a) }',
    "value over lines": 'x = [\n  1,\n  2\n]\nz = ("a" +\n  "b")\nw = (a\n  + b)',
    "variables named like words of other languages": "for = 1\nclass = 2\nlet = for + class\nend = 3\nprint = 4",
    "elements assigned": 'x = [1]\nx[0] = 2\ny = {}\ny["a"] = 1\ny.b = 2',
}  # fmt: skip

BROKEN = [
    # Blocks.
    ('if(x, 1, "=")\naddResult(x)', [(1, "'if' opened here is never closed: end() is missing")]),
    ("x = 1\nstartLoop(i, 0, 3)\naddResult(i)", [(2, "'startLoop' opened here is never closed: endLoop() is missing")]),
    ("try()\nexception(e)\nx = 1", [(1, "'try' opened here is never closed: end() is missing")]),
    ("x = 1\nfunction f(){\nreturn(1)\n", [(2, "'function' opened here is never closed: '}' is missing")]),
    ('startLoop(i, 0, 3)\nif(i, 1, "=")\naddResult(i)\nendLoop()', [(2, "'if' opened here")]),
    ('if(x, 1, "=")\nstartLoop(i, 0, 3)\naddResult(i)\nend()', [(2, "'startLoop' opened here")]),
    ('if(x, 1, "=")\nstartLoop(i, 0, 3)\nelse()\nx = 1\nend()', [(2, "'startLoop' opened here")]),
    ('if(p, 1, "=")\nstartLoop(i, 0, 3)\nif(i, 1, "=")\nendLoop()\nend()', [(3, "'if' opened here")]),
    ('startLoop(i, 0, 3)\nif(i, 1, "=")\nendLoop()\nend()', [(3, "endLoop() cannot close the 'if' opened on line 2")]),
    ('if(p, 1, "=")\nstartLoop(i, 0, 3)\nif(i, 1, "=")\nendLoop()\nend()\nend()', [(4, "endLoop() cannot close")]),
    ('if(x, 1, "=")\naddResult(x)\nendLoop()', [(3, "endLoop() cannot close the 'if' opened on line 1: it is closed by end()")]),
    ("startLoop(i, 0, 3)\nx = i\nend()", [(3, "end() cannot close the 'startLoop'")]),
    ('startLoop(i, 0, 3)\nif(x, 1, "=")\nendLoop()\nendLoop()', [(3, "endLoop() cannot close the 'if'")]),
    ("startLoop(i, 0, 3)\nend()\nx = i\nendLoop()", [(2, "end() cannot close the 'startLoop'")]),
    ('if(x, 1, "=")\nx = 1\n}', [(3, "'}' cannot close the 'if'")]),
    ('if(x, 1, "=")\n}\nend()', [(2, "'}' cannot close the 'if'")]),
    ('function f(){\nif(x, 1, "=")\nreturn(1)\n}\n}', [(4, "'}' cannot close the 'if'")]),
    ('function f(){\nif(x, 1, "=")\nreturn(1)\n}\ny = f()', [(2, "'if' opened here")]),
    ('if(x, 1, "=")\nfunction f(){\nreturn(1)\nend()', [(2, "'function' opened here")]),
    ("function f(){\nend()\nreturn(1)\n}", [(2, "end() closes nothing")]),
    ("x = 1\nend()", [(2, "end() closes nothing: no 'if' or 'try' is open here")]),
    ("endLoop()\nx = 1\n}", [(1, "endLoop() closes nothing"), (3, "'}' closes nothing")]),
    ('if(x, 1, "=")\nend()\nend()', [(3, "end() closes nothing")]),
    ("else()\nx = 1", [(1, "else() outside an 'if'")]),
    ("startLoop(i, 0, 3)\nelse()\nendLoop()", [(2, "else() outside an 'if'")]),
    ("try()\nelse()\nexception(e)\nend()", [(2, "else() outside an 'if'")]),
    ('if(x, 1, "=")\nelse()\nelse()\nend()', [(3, "a second else() in the 'if' opened on line 1")]),
    ("exception(e)", [(1, "exception() outside a 'try'")]),
    ("e = exception()", [(1, "exception() outside a 'try'")]),
    ("try()\nexception(e)\nexception(f)\nend()", [(3, "a second exception()")]),
    ("x = 1\ntry()\nx = 2\nend()", [(2, "'try' opened here has no exception()")]),
    ("x = 1\nreturn(x)", [(2, "return outside a function")]),
    ("function f(){ return(1) }\nreturn f()", [(2, "return outside a function")]),
    # Names and arguments.
    ("x = 1\ngetSHA256(x, y)", [(2, "unknown command 'getSHA256' — did you mean 'encodeSHA256'?")]),
    ("returnResult(x)", [(1, "'addResult'")]),
    ("readParam(a, b)\nsqlQuery(a, b)\nhttpGet(a)", [(1, "'addParam'"), (2, "'ormDirect'"), (3, "'RequestGet'")]),
    ("addresult(x)", [(1, "unknown command 'addresult': names are case-sensitive: write addResult")]),
    ("IF(x, 1, '=')\nx = 1\nElse()\nx = 2\nEND()", [(1, "write if"), (3, "write else"), (5, "write end")]),
    ('if(x, 1, "=")\nx = 1\nendIf()', [(3, "did you mean 'end'?")]),
    ("starLoop(i, 0, 3)\nx = i\nendLoop()", [(1, "did you mean 'startLoop'?")]),
    ("x = quux(1)\naddResult(quux(x))", [(1, "unknown command 'quux'"), (2, "unknown command 'quux'")]),
    ("x = round(1.5)", [(1, "unknown command 'round'")]),
    ("addVar(x)", [(1, "'addVar' takes 2 arguments, not 1: write addVar(T, value)")]),
    ("addResult()\naddResult(a, b)", [(1, "one argument, not none"), (2, "one argument, not 2")]),
    ("RequestGet(u, , r)", [(1, "write RequestGet(url, query string, headers, T)")]),
    ("end(if)", [(1, "'end' takes no arguments, not 1"), (1, "end() closes nothing")]),
    ("gather()\ngather(a, b, c)\ngo()", [(1, "gather"), (2, "gather"), (3, "go")]),
    ("h = encodeSHA256()\nq = replace(a, b)", [(1, "encodeSHA256"), (2, "replace")]),
    ("function f(a){ return(a) }\nx = f(1, 2)", [(2, "the function 'f' takes 1 arguments, not 2")]),
    ('if(x, 1, "===")\nend()', [(1, "'===' is no comparator")]),
    ("if(x, 1, <>)\nend()", [(1, "'<>' is no comparator")]),
    ("if(x, 1, )\nend()", [(1, "the comparator is missing")]),
    ("if(x > 1)\nend()", [(1, "'if' takes 3 arguments, not 1")]),
    ("x = if(a, 1, '=')", [(1, "'if' is a statement and has no value")]),
    ("addVar(5, x)\nstartLoop(0, 3, i)\nendLoop()", [(1, "write addVar(T, value)"), (2, "write startLoop(counter")]),
    ("x = Len(y)\nh = encodesha256(x)", [(1, "write len"), (2, "write encodeSHA256")]),
    # Quotes and brackets.
    ('addVar(x, "a)\naddResult(x)', [(1, 'the quote " is never closed')]),
    ("addVar(x, a')\naddResult(x)", [(1, "the quote ' is never closed")]),
    ('if(x, 1, "=)\naddResult(x)\nend()', [(1, "quote")]),
    ("addVar(x, 1\naddResult(x)", [(1, "'(' is never closed: ')' is missing")]),
    ("addVar(x,\naddResult(x)\ny = 1", [(1, "'(' is never closed")]),
    ("x = [1, 2\naddResult(x)", [(1, "'[' is never closed")]),
    ("x = [1, 2)\naddResult(x)", [(1, "its '(' is missing")]),
    ("addVar(x, [1)\naddResult(x)", [(1, "'[' is never closed")]),
    ("addVar(x, 1))\naddResult(x)", [(1, "')' closes nothing: its '(' is missing")]),
    ("function f(a){ return(a }\nx = f(1)", [(1, "'(' is never closed")]),
    ('function f(a){ return("a) }\nx = f(1)', [(1, "quote")]),
    ("x = `a ${b}\naddResult(x)\ny = `c`", [(1, "the template string is never closed")]),
    ("addResult(y)\nx = `a ${b}\naddResult(x)", [(2, "the template string is never closed")]),
    ("addVar(x, ```a)\naddResult(x)", [(1, "template")]),
    ("addVar(x, (\nfunction f(){ return(1) }", [(1, "'(' is never closed")]),
    ("e = exception('a\nx = (1 {\n}", [(1, "quote"), (1, "outside"), (2, "no object over several lines")]),
    ("x = 1\n/* no end\nif(x, 1, '=')", [(2, "the comment /* opened here is never closed")]),
    ('if(x, 1, "=")\n/* no end\nend()', [(2, "comment")]),
    # Values.
    ("function f(a = 1){ return(a) }", [(1, "no default values")]),
    ('x = 1\ny = {\n  "a": 1\n}\naddResult(y)', [(2, "no object over several lines")]),
    ("x = 1 +\ny = 5 5\nz =", [(1, "missing after '+'"), (2, "'5' is unexpected"), (3, "missing after 'z ='")]),
    ("addVar(x, a +)\naddVar(x, 'a' b)", [(1, "missing after '+'"), (2, "missing before 'b'")]),
    ("x = a if b\ny = ()\nz = a[]\nw = (1, 2)", [(1, "no else"), (2, "empty"), (3, "index"), (4, "one value")]),
    ("x = a && b\ny = !a\nz = a ? b : c", [(1, "'and'"), (2, "'not'"), (3, "a if condition else b")]),
    ("x = a not b\ny = a and\nz = a and and b", [(1, "'not' is unexpected"), (2, "after 'and'"), (3, "'b' is unexpected")]),
    ("x = 3abc\nTrue = 1\na = b = 1", [(1, "neither"), (2, "literal"), (3, "'=='")]),
    ("x = a.\ny = a. + 1", [(1, "name is missing"), (2, "name is missing")]),
    ("x = " + "(" * 200 + "1" + ")" * 200, [(1, "nested too deeply")]),
    ("x = " + "[" * 200 + "]" * 200, [(1, "nested too deeply")]),
    ("x = a" + "[a" * 200 + "]" * 200, [(1, "nested too deeply")]),
    ("x = a" + ".b(a" * 200 + ")" * 200, [(1, "nested too deeply")]),
    ("x = " + "str(" * 200 + "1" + ")" * 200, [(1, "nested too deeply")]),
    ("x = (1 2)\nreplace(a, b, c, d) + 1\n= 5", [(1, "'2' is unexpected"), (2, "is lost"), (3, "begins no statement")]),
    ("addVar(x, 1) addResult(x)", [(1, "one statement a line: 'addResult'")]),
    ("x = 1 y = 2", [(1, "one statement a line: 'y'")]),
    # Other languages.
    ("for i in range(3):\n    addResult(i)", [(1, "AVAP loop syntax required: startLoop(i, 0, 3) … endLoop()")]),
    ("for k in range(2, n):\nendLoop()", [(1, "startLoop(k, 2, n) … endLoop()")]),
    ("for (let j = 1; j <= 5; j++) {\naddResult(j)\n}", [(1, "startLoop(j, 1, 5)")]),
    ("for i := 0; i < 9; i++ {\n}", [(1, "startLoop(i, 0, 9)")]),
    ("while x < 3:\n    x = x + 1\nwhile (x) {\n}", [(1, "AVAP loop syntax"), (3, "AVAP loop syntax")]),
    ("def f(a, b):\n    return a\nx = f(1, 2)", [(1, "function f(a, b){ … }")]),
    ("func main() {\nreturn 1\n}", [(1, "function main(){ … }")]),
    ("if x > 1:\n    addResult(x)\nelse:\n    x = 2", [(1, 'if(x, 1, ">") … end()'), (3, "else()")]),
    ("if (a === 1) {\naddResult(a)\n} else {\nx = 1\n}", [(1, 'if(a, 1, "==")'), (3, "else()")]),
    ('if(x, 1, "=") {\naddResult(x)\n}\naddResult(y)', [(1, "a '{' opens a function and nothing else")]),
    ("startLoop(i, 0, 3) {\naddResult(i)\nendLoop()", [(1, "a '{' opens a function and nothing else")]),
    ("if(x, 1, '=')\nelif(x, 2, '=')\nelse()\nend()", [(2, "no 'else if'")]),
    ("const x = 1;\nlet y = 2\nint z = 3;", [(1, "write x = 1"), (2, "write y = 2"), (3, "write z = 3")]),
    ("x := 1\nx += 2\nx++\nx--", [(1, "x = 1"), (2, "x = x + 2"), (3, "x = x + 1"), (4, "x = x - 1")]),
    ('fmt.Println("x")\nconsole.log(x)\nprint(x)', [(1, "addResult"), (2, "addResult"), (3, "'addResult'")]),
    ("import os\nfrom a import b\nclass A:\npass", [(1, "imports"), (2, "imports"), (3, "classes"), (4, "jumps")]),
    ("try {\nx = 1\n} catch (e) {\nx = 2\n}", [(1, "try()"), (3, "exception(e)")]),
    ("x = fmt.Sprint(1)\ny = new Foo()\nz = await f()", [(1, "fmt.Sprint"), (2, "new"), (3, "go(")]),
    ('x = f"a {b}"\naddResult(f"a")', [(1, "f-strings"), (2, "f-strings")]),
    ("x = [a for a in b]\ny = lambda a: a\nz = (a) => a", [(1, "comprehensions"), (2, "lambda"), (3, "arrow")]),
    ("addVar(x, a ? 1 : 2)\naddVar(x, “a”)", [(1, "a if condition else b"), (2, "straight quotes")]),
    ("items.push(1)\nx.y(1)", [(1, "variableToList"), (2, "not methods")]),
    ("# note\nx = 1 # note", [(1, "//"), (2, "//")]),
    ("```avap\nx = 1\n```", [(1, "Markdown fence")]),
    ("x = 1\nSELECT * FROM users\n<p>hi</p>\n@app.route('/x')", [(2, "ormDirect"), (3, "HTML"), (4, "registerEndpoint")]),
    ("curl -X GET http://a.example\n$ ls -l", [(1, "shell"), (2, "shell")]),
    ("Here is the program\nx\n1 + 2\n'text'", [(1, "plain text"), (2, "alone"), (3, "value alone"), (4, "value alone")]),
    ("addVar(x, 1);\nx = 2; y = 3", [(1, "no ';'"), (2, "no ';'")]),
    ("const f = (a) => {\nreturn a\n}\naddResult(x)", [(1, "without a keyword")]),
    ("function f(a){\nreturn(a)\nend()\nx = f(1)", [(3, "end() cannot close the 'function' opened on line 1: it is closed by '}'")]),
    ('if(x, 1, "=")\nend()\nelse()\nx = 1\nend()', [(3, "else() outside an 'if'")]),
    ("{\nx = 1\n}\naddResult(x)", [(1, "a '{' opens a function and nothing else")]),
    ('app.get("/x", (req, res) => {\n  addResult(1)\n});\naddResult(x)', [(1, "app.get")]),
    ("end\naddVar x, 1", [(1, "'end' needs its parentheses"), (2, "addVar(T, value)")]),
    ("function (a){ return(a) }\nfunction f(a b){ }\nfunction g(,){ }", [(1, "function name"), (2, "names alone"), (3, "without a name")]),
    ("function f(a): x\nend()\nexception\na, b = 1, 2", [(1, "'{' is missing"), (3, "exception(T)"), (4, "one variable")]),
    ("if ready {\n}\nfor x in range(len(a)):\nfor x {\n}\nfunc {\n}\ngreet(a) {\n}\nWhen(a) {\n}",
     [(1, "if(variable, value, comparator)"), (3, "startLoop(x, 0, 3)"), (4, "startLoop(i, 0, 3)"), (6, "function name(a)"),
      (8, "function greet(a)"), (10, "function When(a)")]),
    ("If (x) {\n} Else() {\n}\nStartLoop(i, 0, 3) {\n}", [(1, "write if"), (2, "write else"), (4, "write startLoop")]),
    ("for (const x of xs {\n}", [(1, "AVAP loop syntax")]),
    ("function f(a)\nreturn(a)\n}\nx = f(1)", [(1, "'{' is missing")]),
]  # fmt: skip


@pytest.mark.parametrize("code", SOUND.values(), ids=SOUND.keys())
def test_a_sound_program_passes(code: str) -> None:
    checked = check(code)
    assert (checked.text, checked.trace, checked.valid) == ("", (), True)


@pytest.mark.parametrize(("code", "faults"), BROKEN)
def test_a_broken_program_fails_where_it_is_broken_and_nowhere_else(code: str, faults: list[tuple[int, str]]) -> None:
    checked = check(code)
    assert not checked.valid
    assert [fault.line for fault in checked.trace] == [line for line, _ in faults], checked.text
    for fault, (_, words) in zip(checked.trace, faults, strict=True):
        assert words in fault.message


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ('randomString("a", 3)', "three arguments"),
        ("$x = 1", "reads a global"),
        ("x[0] = 1", "whole variables"),
        ("function f(a){ x = a; return(x) }", "no ';'"),
        ("function f(a)\n{\nreturn(a)\n}", "line of the function"),
        ("function replace(a){ return(a) }", "hides a command"),
        ("ormDirect(SELECT a, b FROM t, r)", "in quotes"),
        ("sql = SELECT * FROM t", "in quotes"),
        ('getRegex(x, r"a+", m)', "before the string"),
        ("len(x)", "is lost"),
        ('c = avapConnector("t")\nc.send(1)', "no methods"),
    ],
)
def test_what_is_doubtful_is_a_warning(code: str, words: str) -> None:
    checked = check(code)
    assert checked.valid
    assert [words in warning.message for warning in checked.warnings] == [True]


def test_the_text_is_one_fault_a_line() -> None:
    checked = check("addVar(x, 1)\n\ngetSHA256(x, y)\nif(x, 1, '=')")
    assert checked.text.splitlines() == [
        "Line 3: unknown command 'getSHA256' — did you mean 'encodeSHA256'?",
        "Line 4: 'if' opened here is never closed: end() is missing",
    ]
    assert ParseReport(True, (), ()).text == ""
    assert checked.trace[0] == ParseFault(3, "unknown command 'getSHA256' — did you mean 'encodeSHA256'?")


def test_the_trace_is_sorted_by_line_though_blocks_are_found_out_last() -> None:
    lines = [fault.line for fault in check("if(x, 1, '=')\nfoo()\nstartLoop(i, 0, 1)\nbar()").trace]
    assert lines == sorted(lines) == [1, 2, 3, 4]


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_counts_its_arguments(name: str) -> None:
    """One argument more than the signature has is a fault, except for go, which takes any number."""
    comparator = ["a", "b", '"="'] if name == "if" else [f"a{i}" for i in range(len(COMMANDS[name]))]
    before, after = {"else": ("if(a, b, =)\n", "\nend()"), "end": ("if(a, b, =)\n", ""), "if": ("", "\nend()")}.get(
        name, ("", "")
    )
    if name in {"try", "exception"}:
        before, after = ("", "\nexception()\nend()") if name == "try" else ("try()\n", "\nend()")
    if name in {"startLoop", "endLoop"}:
        before, after = ("", "\nendLoop()") if name == "startLoop" else ("startLoop(i, 0, 1)\n", "")
    assert check(f"{before}{name}({', '.join(comparator)}){after}").text == ""
    more = check(f"{before}{name}({', '.join([*comparator, 'more'])}){after}")
    if name == "go":
        assert more.valid
    else:
        assert [signature(name) in fault.message for fault in more.trace] == [True]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("setVar", "addVar"),
        ("getParam", "addParam"),
        ("printLine", "addResult"),
        ("forEach", "startLoop"),
        ("jsonEncode", "AddvariableToJSON"),
        ("parse_json", "variableFromJSON"),
        ("encodeSHA265", "encodeSHA256"),
        ("itemFromLits", "itemFromList"),
        ("addVariableToJSON", "AddvariableToJSON"),
        ("fetchUser", "fetchUsers"),
        ("zzzzzz", None),
        ("a" * 1000, None),
    ],
)
def test_the_nearest_name(written: str, meant: str | None) -> None:
    assert CallableNames(["fetchUsers"]).nearest(written) == meant


def test_hints_are_given_for_the_first_unknown_names_alone() -> None:
    code = "\n".join(f"addVra{i}(1)" for i in range(300)) + "\naddVra(1)"
    assert check(code).trace[-1].message == "unknown command 'addVra'"


def test_the_version_is_reported() -> None:
    assert VERSION == "1.0.0"
