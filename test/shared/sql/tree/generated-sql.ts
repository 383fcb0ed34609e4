import fc from "fast-check";

/** Texts joined by a blank; empty ones, which stand for what is left out, go. */
const words = (...parts: fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
  fc.tuple(...parts).map((texts) => texts.filter((text) => text !== "").join(" "));
const text = fc.constant<string>;
const maybe = (part: fc.Arbitrary<string>) => fc.oneof(text(""), part);
const list = (part: fc.Arbitrary<string>, least = 1) =>
  fc.array(part, { minLength: least, maxLength: 3 }).map((parts) => parts.join(", "));
const within = (part: fc.Arbitrary<string>) => part.map((inner) => `(${inner})`);

const name = fc.constantFrom(
  "a",
  "berth",
  "Tide",
  '"Odd name"',
  '"quo""ted"',
  '"select"',
  "größe",
  "x1",
  'U&"d\\0061ta"',
);
const table = words(fc.oneof(name, fc.constantFrom("port.berths", 'port."Log"')));
const type = fc.constantFrom(
  "int",
  "numeric(10, 2)",
  "text[]",
  "double precision",
  "timestamp(3) with time zone",
  "port.mood",
);
const literal = fc.constantFrom(
  ...[
    "0",
    "12",
    "3.5e-2",
    ".5",
    "0x1F",
    "1_000",
    "'o''clock'",
    "''",
    "E'a\\'b'",
    "$$dollar 'quoted'$$",
    "$q$ $$ $q$",
  ],
  ...[
    "B'101'",
    "X'1F'",
    "DATE '2024-01-02'",
    "INTERVAL '1 day'",
    "N'x'",
    "U&'d\\0061'",
    "'水'",
    "-- note\n7",
    "/* a /* b */ */ 8",
  ],
);
const constant = fc.constantFrom("NULL", "TRUE", "CURRENT_DATE");
const operator = fc.constantFrom("+", "-", "*", "/", "||", "->>", "@>", "#>", "%", "^", "~*", "&&", "<->");
const comparison = fc.constantFrom("=", "<>", "<", ">=", "!=");

const { expression, query } = fc.letrec<{
  expression: string;
  condition: string;
  query: string;
  source: string;
  call: string;
}>((tie) => {
  const [deep, condition, inner] = [tie("expression"), tie("condition"), tie("query")];
  const column = fc.oneof(name, words(fc.tuple(name, name).map((names) => names.join("."))));
  const order = words(text("ORDER BY"), list(words(deep, maybe(fc.constantFrom("ASC", "DESC NULLS LAST")))));
  const window = within(
    words(
      maybe(words(text("PARTITION BY"), list(deep))),
      maybe(order),
      maybe(text("ROWS BETWEEN 1 PRECEDING AND CURRENT ROW")),
    ),
  );
  const item = fc.oneof(
    { weight: 4, arbitrary: words(deep, maybe(words(text("AS"), name))) },
    text("*"),
    name.map((one) => `${one}.*`),
  );
  const joinWord = fc.constantFrom("JOIN", "LEFT JOIN", "FULL OUTER JOIN", "INNER JOIN");
  const select = words(
    ...[
      text("SELECT"),
      maybe(fc.oneof(text("DISTINCT"), words(text("DISTINCT ON"), within(deep)))),
      list(item),
    ],
    maybe(words(text("FROM"), list(tie("source")), maybe(words(text("WHERE"), condition)))),
    maybe(
      words(
        text("GROUP BY"),
        fc.oneof(list(deep), words(text("ROLLUP"), within(list(deep)))),
        maybe(words(text("HAVING"), condition)),
      ),
    ),
  );
  const cte = words(name, maybe(within(list(name))), text("AS"), maybe(text("MATERIALIZED")), within(inner));
  return {
    call: fc.oneof(
      words(
        fc.oneof(name, text("count"), text("port.fn")),
        within(fc.oneof(text("*"), list(deep), words(text("DISTINCT"), deep))),
      ),
      words(text("max"), within(deep), text("FILTER"), within(words(text("WHERE"), condition))),
      words(text("rank() OVER"), window),
      words(text("percentile_cont(0.5) WITHIN GROUP"), within(order)),
      fc.tuple(deep, deep).map(([a, b]) => `COALESCE(${a}, NULLIF(${b}, 0))`),
      deep.map((one) => `EXTRACT(YEAR FROM ${one})`),
      deep.map((one) => `SUBSTRING(${one} FROM 1 FOR 2)`),
      deep.map((one) => `TRIM(BOTH 'x' FROM ${one})`),
    ),
    expression: fc.oneof(
      { maxDepth: 3, depthIdentifier: "sql" },
      literal,
      column,
      constant,
      tie("call"),
      words(deep, operator, deep),
      within(deep),
      words(text("-"), deep),
      words(deep, text("::"), type),
      fc.tuple(deep, type).map(([one, to]) => `CAST(${one} AS ${to})`),
      within(inner),
      fc
        .tuple(condition, deep, deep)
        .map(([when, then, other]) => `CASE WHEN ${when} THEN ${then} ELSE ${other} END`),
      list(deep).map((items) => `ARRAY[${items}]`),
      within(deep).map((one) => `${one}[1]`),
      within(words(condition)),
      words(within(deep), text("AT TIME ZONE 'UTC'")),
      words(within(deep), text('COLLATE "C"')),
    ),
    condition: fc.oneof(
      { maxDepth: 3, depthIdentifier: "sql" },
      words(within(deep), comparison, within(deep)),
      words(column, fc.constantFrom("IS NULL", "IS NOT NULL")),
      words(within(condition), fc.constantFrom("AND", "OR"), within(condition)),
      words(text("NOT"), within(condition)),
      words(column, maybe(text("NOT")), text("IN"), within(list(deep))),
      words(column, text("IN"), within(inner)),
      words(column, text("BETWEEN"), within(deep), text("AND"), within(deep)),
      words(column, fc.constantFrom("LIKE", "NOT ILIKE", "SIMILAR TO"), literal, maybe(text("ESCAPE '!'"))),
      words(text("EXISTS"), within(inner)),
      words(column, comparison, fc.constantFrom("ANY", "ALL"), within(inner)),
      words(column, text("IS DISTINCT FROM"), within(deep)),
    ),
    source: fc.oneof(
      { maxDepth: 3, depthIdentifier: "sql" },
      words(table, maybe(words(maybe(text("AS")), name))),
      words(maybe(text("LATERAL")), within(inner), text("AS"), name, maybe(within(list(name)))),
      words(text("generate_series(1, 9) AS"), name, maybe(within(name))),
      words(tie("source"), joinWord, table, text("ON"), condition),
      words(tie("source"), text("CROSS JOIN"), table),
      words(tie("source"), joinWord, table, text("USING"), within(list(name))),
      words(within(words(table, text("NATURAL JOIN"), table)), text("AS j")),
    ),
    query: fc.oneof(
      { maxDepth: 2, depthIdentifier: "sql" },
      select,
      words(select, order, maybe(text("LIMIT 5")), maybe(text("OFFSET 2"))),
      words(select, fc.constantFrom("UNION ALL", "INTERSECT", "EXCEPT"), select),
      words(within(inner), text("UNION"), within(inner), order),
      words(text("VALUES"), list(within(list(deep)))),
      words(text("WITH"), maybe(text("RECURSIVE")), list(cte), select),
      words(select, text("FETCH FIRST 3 ROWS ONLY")),
      words(select, text("FOR UPDATE")),
    ),
  };
});

const where = maybe(words(text("WHERE"), within(expression)));
const returning = maybe(words(text("RETURNING"), list(expression)));
const assignments = list(words(name, text("="), expression));
const columns = within(list(name));

const change = fc.oneof(
  words(text("INSERT INTO"), table, maybe(columns), query, returning),
  words(
    text("INSERT INTO"),
    table,
    text("AS t"),
    columns,
    text("VALUES"),
    within(list(expression)),
    text("ON CONFLICT (a) DO UPDATE SET"),
    assignments,
    returning,
  ),
  words(text("INSERT INTO"), table, text("DEFAULT VALUES")),
  words(
    text("UPDATE"),
    maybe(text("ONLY")),
    table,
    maybe(text("AS u")),
    text("SET"),
    assignments,
    maybe(words(text("FROM"), table)),
    where,
    returning,
  ),
  words(text("DELETE FROM"), table, maybe(words(text("USING"), table, text("AS q"))), where, returning),
);

const definition = fc.oneof(
  words(
    text("CREATE TABLE"),
    table,
    within(list(words(name, type, maybe(text("NOT NULL DEFAULT 0")), maybe(text("CHECK (a > 0)"))))),
  ),
  words(text("CREATE OR REPLACE VIEW"), table, text("AS"), query),
  words(text("CREATE TABLE"), table, text("AS"), query),
  words(text("CREATE FUNCTION f(p int) RETURNS int AS $$ SELECT p + 1; $$ LANGUAGE sql")),
  words(text("ALTER TABLE"), table, text("ADD COLUMN"), name, type),
  words(text("DROP TABLE IF EXISTS"), table, text("CASCADE")),
  words(text("CREATE UNIQUE INDEX i ON"), table, columns, where),
  words(text("TRUNCATE"), table),
);

/** One to three statements: queries, changes of rows and definitions, as a benchmark's golds have them and odder. */
export const generatedSql: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: query },
      { weight: 2, arbitrary: change },
      { weight: 1, arbitrary: words(text("WITH c AS"), within(query), change) },
      { weight: 1, arbitrary: words(text("EXPLAIN (COSTS OFF)"), query) },
      { weight: 1, arbitrary: definition },
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((statements) => statements.join(";\n"));
