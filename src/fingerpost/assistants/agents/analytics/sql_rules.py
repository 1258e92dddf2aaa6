"""The SQL that is allowed: expression classes, functions, types and keywords; everything else is refused."""

from __future__ import annotations

from sqlglot import exp

DIALECTS = {
    "sqlite": "sqlite",
    "postgres": "postgres",
    "postgresql": "postgres",
    "mysql": "mysql",
    "mariadb": "mysql",
    "duckdb": "duckdb",
}

SCHEMAS = {"sqlite": "main", "duckdb": "main", "postgres": "public"}
"""The schema that may qualify an allowed table, by dialect."""

ARGUMENTS: dict[type[exp.Expr], frozenset[str]] = {
    kind: frozenset(arguments.split())
    for kind, arguments in {
        exp.Select: "with_ expressions distinct from_ joins where group having qualify windows order limit offset",
        exp.SetOperation: "with_ this expression distinct order limit offset",
        exp.Subquery: "this alias with_ order limit offset joins",
        exp.With: "expressions recursive",
        exp.CTE: "this alias materialized",
        exp.TableAlias: "this columns",
        exp.Table: "this alias db joins",
        exp.Join: "this on side kind using method",
        exp.Lateral: "this alias",
        exp.Values: "expressions alias",
        exp.Column: "this table db",
        exp.Star: "",
        exp.Identifier: "this quoted",
        exp.Cast: "this to safe",
        exp.TryCast: "this to safe requires_string",
        exp.DataType: "this expressions nested",
        exp.Limit: "expression",
        exp.Offset: "expression",
        exp.Fetch: "direction count limit_options",
        exp.Group: "expressions grouping_sets cube rollup all",
        exp.Ordered: "this desc nulls_first",
        exp.In: "this expressions query",
        exp.Window: "this partition_by order spec alias over",
    }.items()
}
"""Allowed arguments by node type; other nodes are plain values and need no restriction."""

READABLE_NAMES = {
    "into": "INTO, which writes a table or a file",
    "locks": "FOR UPDATE or FOR SHARE, which locks rows",
    "hint": "a hint to the database",
    "sample": "a sample of a table",
    "pivots": "PIVOT",
    "catalog": "the name of another database",
    "indexed": "INDEXED BY",
    "except_": "* with exceptions; name the columns instead",
    "replace": "* with replacements; name the columns instead",
    "when": "an earlier state of a table",
    "version": "an earlier state of a table",
    "ordinality": "WITH ORDINALITY",
    "search": "a recursive WITH",
    "cycle": "a recursive WITH",
    "by_name": "UNION BY NAME",
}
"""Readable names of arguments for refusals."""

JOINS = frozenset({"", "INNER", "OUTER", "CROSS", "LEFT", "RIGHT", "FULL"})

COMPARISONS = (
    exp.EQ, exp.NullSafeEQ, exp.GT, exp.GTE, exp.LT, exp.LTE, exp.Between, exp.Like, exp.ILike, exp.In,
)  # fmt: skip
"""Comparisons that count as join conditions; inequality does not."""

_EXPRESSIONS = """
Add Sub Mul Div IntDiv Mod Neg Not And Or Xor Paren Tuple Array Any All
EQ NEQ NullSafeEQ NullSafeNEQ GT GTE LT LTE Is In Between Like ILike Glob SimilarTo RegexpLike RegexpILike Escape Exists
DPipe Concat ConcatWs Collate AtTimeZone Interval Case If Coalesce Nullif Greatest Least
Literal Null Boolean Var Star Where Having Qualify Order Ordered Distinct Filter WithinGroup
Window WindowSpec IgnoreNulls RespectNulls Group GroupingSets Rollup Cube Grouping
Cast TryCast DataType DataTypeParam
"""

_FUNCTIONS = """
Count CountIf Sum Avg Min Max GroupConcat ArrayAgg LogicalAnd LogicalOr AnyValue First Last ArgMax ArgMin Median Mode
Quantile ApproxQuantile PercentileCont PercentileDisc ApproxDistinct Stddev StddevPop StddevSamp Variance VariancePop
Corr CovarPop CovarSamp
RowNumber Rank DenseRank PercentRank CumeDist Ntile Lag Lead FirstValue LastValue NthValue
Abs Round Ceil Floor Trunc Sign Sqrt Pow Exp Ln Log WidthBucket
Lower Upper Initcap Length Substring SubstringIndex Left Right Trim Replace StrPosition SplitPart Pad Reverse Contains
StartsWith EndsWith RegexpReplace RegexpExtract NumberToStr ToChar Typeof
Translate Overlay Chr ArrayToString Rand
CurrentDate CurrentTimestamp CurrentTime CurrentDatetime Localtime Localtimestamp
Date Time Timestamp Year Quarter Month Week WeekOfYear Day Hour Minute Second DayOfWeek DayOfWeekIso DayOfMonth
DayOfYear Dayname Monthname Extract LastDay DateTrunc TimestampTrunc DatetimeTrunc DateBin DateDiff TimestampDiff
DatetimeDiff DateAdd DateSub TimestampAdd TimestampSub DatetimeAdd DatetimeSub AddMonths MonthsBetween JustifyDays
JustifyHours JustifyInterval TimeToStr StrToTime StrToDate TimeStrToTime TsOrDsToDate TsOrDsToTimestamp TsOrDsAdd
TsOrDsDiff TsOrDsToTime TimeToUnix UnixToTime StrToUnix DateFromParts ToDays
"""


KINDS = frozenset(getattr(exp, name) for name in (_EXPRESSIONS + _FUNCTIONS).split())

_EVERYWHERE = "date time now date_part mod"
NAMES = {
    dialect: frozenset((_EVERYWHERE + names).split())
    for dialect, names in {
        "sqlite": " datetime julianday unixepoch strftime total printf format ifnull iif substr instr trunc timediff"
        " log10 log2 ltrim rtrim",
        "postgres": " age make_date date_bin to_number btrim ltrim rtrim cbrt log10 div regr_slope"
        " regr_intercept regr_r2 bool_or bool_and every statement_timestamp transaction_timestamp clock_timestamp"
        " array_length cardinality strpos isfinite extract to_timestamp to_date",
        "mysql": " mid unix_timestamp yearweek weekday period_diff period_add makedate timediff time_format sysdate"
        " utc_date utc_timestamp dayofmonth log10 log2 isnull strcmp field elt find_in_set bit_count addtime subtime"
        " timestamp maketime sec_to_time time_to_sec microsecond ltrim rtrim",
        "duckdb": " product list datepart date_sub datesub datetrunc isodow isoyear dow doy yearweek weekday century"
        " decade era epoch_ms make_date make_timestamp strptime listagg favg fsum kurtosis skewness entropy mad"
        " quantile quantile_cont quantile_disc max_by min_by arg_max arg_min count_star geomean ltrim rtrim"
        " current_localtimestamp today age log10 log2",
    }.items()
}
"""Allowed functions without an expression class in sqlglot, by dialect."""

_TYPES = """
BIGINT INT SMALLINT TINYINT MEDIUMINT INT128 UBIGINT UINT USMALLINT UTINYINT UMEDIUMINT BOOLEAN
DECIMAL BIGDECIMAL UDECIMAL DOUBLE UDOUBLE FLOAT MONEY CHAR NCHAR VARCHAR NVARCHAR BPCHAR TEXT TINYTEXT MEDIUMTEXT
DATE DATETIME TIME TIMETZ TIMESTAMP TIMESTAMPNTZ TIMESTAMPLTZ TIMESTAMPTZ TIMESTAMP_S TIMESTAMP_MS TIMESTAMP_NS
INTERVAL YEAR UUID
"""
TYPES = frozenset(getattr(exp.DataType.Type, name) for name in _TYPES.split())

_WORDS = """
MICROSECOND MICROSECONDS MILLISECOND MILLISECONDS SECOND SECONDS MINUTE MINUTES HOUR HOURS DAY DAYS WEEK WEEKS MONTH
MONTHS QUARTER QUARTERS YEAR YEARS DECADE DECADES CENTURY CENTURIES MILLENNIUM EPOCH DOW ISODOW DOY ISOYEAR
DAYOFWEEK DAYOFYEAR WEEKDAY ISOWEEK YEARWEEK YEAR_MONTH DAY_HOUR DAY_MINUTE DAY_SECOND HOUR_MINUTE HOUR_SECOND
MINUTE_SECOND TIMEZONE TIMEZONE_HOUR YEARDAY D H M S Y MON YYYY MM DD
NOCASE BINARY RTRIM C POSIX UTF8MB4_GENERAL_CI UTF8MB4_UNICODE_CI UTF8MB4_BIN UTF8MB4_0900_AI_CI UTF8_GENERAL_CI
UTF8_BIN LATIN1_SWEDISH_CI PT_BR ES_ES EN_US UNICODE UND-X-ICU PT-BR-X-ICU NFC NOACCENT ALL
"""
WORDS = frozenset(_WORDS.lower().split())
"""Allowed keywords: units of time and collations, which name no column."""
