import { ambiguitiesOf, inGoldAndSnippets, type Part, partsOf, placeOf, replace } from "./sub-task.ts";
import { type Defect, numbersFrom, type Operation, type TaskObject } from "./variant.ts";

/** One kind of mistake: every way to make it in a task. `set`: 1 was there while checks were tuned, 2 was not. */
interface Template {
  property: string;
  set: 1 | 2;
  make(task: TaskObject): Made[];
}

interface Made {
  where: string;
  what: string;
  edit: Operation[];
}

const perPart = (make: (part: Part, task: TaskObject) => Made[]) => (task: TaskObject) =>
  partsOf(task).flatMap((part) => make(part, task));

/** In every gold text: what a change gives, where it gives anything else. */
const perGold = (what: string, change: (sql: string) => string) =>
  perPart(({ sub, pointer }) =>
    sub.sol_sql.flatMap((sql, at) => {
      const path = `${pointer}/sol_sql/${at}`;
      const text = change(sql);
      return text === sql ? [] : [{ where: placeOf(path), what, edit: [replace(path, text)] }];
    }),
  );

const perTest = (what: string, change: (script: string) => string) =>
  perPart(({ sub, pointer }) =>
    sub.test_cases.flatMap((script, at) => {
      const path = `${pointer}/test_cases/${at}`;
      const text = change(script);
      return text === script ? [] : [{ where: placeOf(path), what, edit: [replace(path, text)] }];
    }),
  );

const perAmbiguity =
  (what: string, field: "sql_snippet" | "term", change: (text: string) => string) => (task: TaskObject) =>
    ambiguitiesOf(task).flatMap(({ ambiguity, pointer }) => {
      const text = change(ambiguity[field]);
      const path = `${pointer}/${field}`;
      return text === ambiguity[field] ? [] : [{ where: placeOf(path), what, edit: [replace(path, text)] }];
    });

const perQuestion = (what: string, change: (text: string) => string) =>
  perPart(({ sub, pointer }) => {
    const path = `${pointer}/query`;
    const text = change(sub.query);
    return text === sub.query ? [] : [{ where: placeOf(path), what, edit: [replace(path, text)] }];
  });

/** An ambiguity about a join along a foreign key that is never NULL: no way to read it makes a difference. */
function needlessJoin(task: TaskObject): Made[] {
  const [gold = ""] = (task.sol_sql as string[]).slice(-1);
  const term = /\b(?:name|count|readings|stations|visits|river|basin|code)\b/.exec(
    String(task.amb_user_query),
  )?.[0];
  if (term === undefined) return [];
  return [
    ...gold.matchAll(
      /(?<!LEFT )JOIN (?:river|station|visit|basin|agency|technician) \w+ ON \w+\.\w+ = \w+\.\w+/g,
    ),
  ].map(([snippet]) => ({
    where: "user_query_ambiguity.non_critical_ambiguity[-]",
    what: `An ambiguity about ${snippet}, which gives the same rows however it is read.`,
    edit: [
      {
        op: "add",
        path: "/user_query_ambiguity/non_critical_ambiguity/-",
        value: { term, sql_snippet: snippet, is_mask: false, type: "join_ambiguity" },
      },
    ],
  }));
}

/** An ambiguity about the name of an alias or of a CTE: nothing else can be meant by it. */
function needlessName(task: TaskObject): Made[] {
  const [gold = ""] = (task.sol_sql as string[]).slice(-1);
  const term = /\b(?:Show|show|For|For each|Which|Among|list|table)\b/.exec(String(task.amb_user_query))?.[0];
  const snippets = [
    /(?<=GROUP BY )\w+\.\w+(?=, \w+\.\w+)/.exec(gold)?.[0],
    /\bAS \w+(?=,|\n)/.exec(gold)?.[0],
  ];
  return snippets.flatMap((snippet) =>
    snippet === undefined || term === undefined
      ? []
      : [
          {
            where: "user_query_ambiguity.non_critical_ambiguity[-]",
            what: `An ambiguity about ${snippet}, of which no other reading gives other rows.`,
            edit: [
              {
                op: "add",
                path: "/user_query_ambiguity/non_critical_ambiguity/-",
                value: { term, sql_snippet: snippet, is_mask: false, type: "semantic_ambiguity" },
              },
            ],
          },
        ],
  );
}

const dropped: [RegExp, string][] = [
  [/CREATE VIEW (\w+)/, "DROP VIEW"],
  [/CREATE FUNCTION (\w+)/, "DROP FUNCTION"],
  [/CREATE TABLE (\w+)/, "DROP TABLE"],
];

/** The clean-up between the phases takes away what the first made. */
function droppedBetween(task: TaskObject): Made[] {
  const gold = (task.sol_sql as string[]).join("\n");
  return dropped.flatMap(([made, drop]) => {
    const name = made.exec(gold)?.[1];
    if (name === undefined) return [];
    const edit = [replace("/clean_up_sqls", [`${drop} IF EXISTS ${name} CASCADE`])];
    return [{ where: "clean_up_sqls", what: `${name} is dropped before the follow-up needs it.`, edit }];
  });
}

/** The follow-up of a task that changes the state asks for something that was there before. */
const elsewhere =
  (table: string) =>
  (task: TaskObject): Made[] => {
    if (task.category !== "Management") return [];
    const sql = `SELECT COUNT(*) FROM ${table}`;
    const test = `def test_case(pred_sqls, sol_sqls, db_name, conn):\n    wanted, error, timeout = execute_queries(["${sql}"], db_name, conn)\n    rows, error, timeout = execute_queries(pred_sqls, db_name, conn)\n    assert not error and rows and int(rows[0][0]) == int(wanted[0][0]), "another count"\n`;
    const edit = [
      replace("/follow_up/query", `Now that this is done: how many rows does ${table} have?`),
      replace("/follow_up/sol_sql", [sql]),
      replace("/follow_up/test_cases", [test]),
      replace("/follow_up/category", "Query"),
      replace("/follow_up/type", "state_dependent"),
    ];
    return [
      {
        where: "follow_up.sol_sql[0]",
        what: `The follow-up counts ${table}, which phase 1 leaves as it was.`,
        edit,
      },
    ];
  };

/** A follow-up of a plain query is called dependent on the state. */
function calledStateful(task: TaskObject): Made[] {
  if (task.category === "Management") return [];
  const edit = [replace("/follow_up/type", "state_dependent")];
  return [
    {
      where: "follow_up.type",
      what: "The follow-up is called state dependent, but phase 1 changes nothing.",
      edit,
    },
  ];
}

/** A constant of the gold with a value that no row has. */
const noSuchValue = (value: string) =>
  perPart((part, task) =>
    ["'industrial'", "'storm overflow'", "'ECOLI'", "'TP'", "'DO'"].flatMap((text) => {
      const edit = part.sub.category === "Query" ? inGoldAndSnippets(task, part, text, `'${value}'`) : null;
      const where = placeOf(`${part.pointer}/sol_sql/0`);
      return edit === null ? [] : [{ where, what: `The gold asks for ${value}, which no row has.`, edit }];
    }),
  );

/** A fixed date of a query becomes one that moves with the clock. */
const clock = (expression: string) =>
  perPart((part, task) =>
    [
      ...(part.sub.sol_sql[0] ?? "").matchAll(/DATE '\d{4}-\d\d-\d\d'|'\d{4}-\d\d-\d\d 00:00:00\+00'/g),
    ].flatMap(([text]) => {
      const edit = part.sub.category === "Query" ? inGoldAndSnippets(task, part, text, expression) : null;
      const where = placeOf(`${part.pointer}/sol_sql/0`);
      return edit === null
        ? []
        : [{ where, what: `${text} became ${expression}: the result changes by the day.`, edit }];
    }),
  );

/** The clear question stands where the ambiguous one belongs. */
function toldInFull(task: TaskObject): Made[] {
  const edit = [replace("/amb_user_query", `${task.amb_user_query} That is: ${task.query}`)];
  return [
    { where: "amb_user_query", what: "The ambiguous question says all that should be asked for.", edit },
  ];
}

/** Every snippet of a query stands in the ambiguous question. */
function toldInSql(task: TaskObject): Made[] {
  const snippets = ambiguitiesOf(task).map(({ ambiguity }) => ambiguity.sql_snippet);
  const edit = [replace("/amb_user_query", `${task.amb_user_query} Use ${snippets.join(" and ")}.`)];
  return [
    { where: "amb_user_query", what: "The ambiguous question holds the SQL of every ambiguity.", edit },
  ];
}

/** A number of a question is another one. */
const otherNumber = (text: string) =>
  text.replace(/\b(\d{2,4})\b(?! (?:decimals?|and))/, (number) => String(Number(number) + 7));

/** A condition with a value that no words give. */
const unsaid = (value: string) => (sql: string) => {
  const match = /WHERE (\w+\.)(\w+)/.exec(sql);
  const column =
    /\b(\w+\.(?:value|population_served|fish_killed|stream_order|quality|cost|severity|river_km))\b/.exec(
      sql,
    )?.[1];
  return match === null || column === undefined
    ? sql
    : sql.replace(/\bWHERE (?=\w+\.)/, `WHERE ${column} IS DISTINCT FROM ${value} AND `);
};

const templates: Template[] = [
  {
    property: "runs",
    set: 1,
    make: perGold("A column has lost its last letter.", (sql) =>
      sql.replace(/\b[a-z]\.\w+\b/, (name) => name.slice(0, -1)),
    ),
  },
  {
    property: "runs",
    set: 1,
    make: perGold("A parenthesis is missing.", (sql) => sql.replace(/\)(?=[^)]*$)/, "")),
  },
  {
    property: "runs",
    set: 2,
    make: perGold("A table has another name.", (sql) =>
      sql.replace(/\bFROM (?=station|measurement|visit|outfall|incident|maintenance)/, "FROM old_"),
    ),
  },
  {
    property: "runs",
    set: 2,
    make: perTest("The test awaits another number than the gold gives.", (script) =>
      script.replace(/(?<===\s\[?\(?|"|\[)(\d{2,6})(?=[\],)"]|\b)/, (number) => String(Number(number) + 1)),
    ),
  },
  {
    property: "anchored",
    set: 1,
    make: perAmbiguity("A number of the snippet is another one.", "sql_snippet", (text) =>
      text.replace(/\d+(?=[^\d]*$)/, (number) => String(Number(number) + 3)),
    ),
  },
  {
    property: "anchored",
    set: 1,
    make: perAmbiguity("The term is not in the question.", "term", (text) => `the ${text} thing`),
  },
  {
    property: "anchored",
    set: 2,
    make: perAmbiguity("The snippet names another column.", "sql_snippet", (text) =>
      text.replace(/\b(\w+)(?=\)?\s*(?:=|>|<|AS|,|\)|$))/, "$1_total"),
    ),
  },
  {
    property: "anchored",
    set: 2,
    make: perAmbiguity("The term is misspelt.", "term", (text) => text.replace(/\w(?=\w{2}\b)/, "xq")),
  },
  {
    property: "recoverable",
    set: 1,
    make: perQuestion("A number of the question is not that of the gold.", otherNumber),
  },
  {
    property: "recoverable",
    set: 2,
    make: perGold("The gold leaves out rows by a value that no words give.", unsaid("4711")),
  },
  {
    property: "recoverable",
    set: 2,
    make: perGold("The gold leaves out rows by a value that no words give.", unsaid("37")),
  },
  { property: "necessary", set: 1, make: needlessJoin },
  { property: "necessary", set: 2, make: needlessName },
  {
    property: "guarded",
    set: 1,
    make: perTest("Nothing is asserted any more.", (script) =>
      script.replaceAll(/^(\s+)assert [^\n]*(?:\\\n[^\n]*)?$/gm, "$1pass"),
    ),
  },
  {
    property: "guarded",
    set: 1,
    make: perPart(({ sub, pointer }) =>
      sub.conditions.order && sub.test_cases.length === 0
        ? [
            {
              where: placeOf(`${pointer}/conditions/order`),
              what: "The order that is asked for is not compared.",
              edit: [replace(`${pointer}/conditions/order`, false)],
            },
          ]
        : [],
    ),
  },
  {
    property: "guarded",
    set: 2,
    make: perTest("The last assertion is gone.", (script) =>
      script.replace(/^(\s+)assert (?![\s\S]*^\s+assert )[\s\S]*$/m, "$1pass\n"),
    ),
  },
  {
    property: "guarded",
    set: 2,
    make: perTest("Only the first thing is asserted.", (script) => {
      const [first = "", ...rest] = script.split(/(?<=\n)(?=\s+assert )/);
      const [second = "", ...more] = rest;
      return more.length === 0
        ? script
        : first + second + more.map((text) => text.replace(/assert [^\n]*(?:\\\n[^\n]*)?/, "pass")).join("");
    }),
  },
  { property: "stateful", set: 1, make: droppedBetween },
  { property: "stateful", set: 1, make: elsewhere("agency") },
  { property: "stateful", set: 2, make: elsewhere("outfall") },
  { property: "stateful", set: 2, make: elsewhere("incident") },
  { property: "stateful", set: 2, make: calledStateful },
  { property: "data-proof", set: 1, make: noSuchValue("orbital") },
  { property: "data-proof", set: 1, make: clock("CURRENT_DATE - 900") },
  { property: "data-proof", set: 2, make: noSuchValue("XYZ") },
  { property: "data-proof", set: 2, make: clock("NOW() - INTERVAL '700 days'") },
  { property: "talkable", set: 1, make: toldInFull },
  { property: "talkable", set: 2, make: toldInSql },
];

/** So many mistakes of each property. */
export function madeDefects(
  tasks: ReadonlyMap<string, TaskObject>,
  { set, seed, most }: { set: 1 | 2; seed: number; most: number },
): Defect[] {
  const pick = numbersFrom(seed);
  const own = templates.filter((template) => template.set === set);
  const properties = [...new Set(own.map(({ property }) => property))];
  return properties.flatMap((property) => {
    const all = own
      .filter((template) => template.property === property)
      .flatMap(({ make }) =>
        [...tasks].flatMap(([instance, task]) =>
          make(task).map((made) => ({ instance_id: instance, property, ...made })),
        ),
      );
    const chosen: typeof all = [];
    while (all.length > 0 && chosen.length < most) chosen.push(...all.splice(pick(all.length), 1));
    return chosen.map((made, at) => ({ id: `${property}-${set}-${at + 1}`, ...made }));
  });
}
