import { ambiguitiesOf, partsOf } from "./sub-task.ts";
import { edited, numbersFrom, type Operation, type TaskObject } from "./variant.ts";

/** A task that is written otherwise and means the same. */
export interface SameMeaning {
  id: string;
  instance_id: string;
  /** What was done to it, in turns. */
  how: string[];
  task: TaskObject;
}

const keywords =
  /\b(?:SELECT|FROM|WHERE|GROUP BY|ORDER BY|HAVING|LIMIT|JOIN|LEFT|ON|AND|OR|AS|CASE|WHEN|THEN|ELSE|END|WITH|DESC|IS NOT NULL|IS NULL|IN|BETWEEN|COUNT|SUM|AVG|ROUND|COALESCE|MAX|MIN|UPDATE|SET|DELETE|USING|INSERT INTO|VALUES)\b/g;
const term = String.raw`(?:[a-z]+\.\w+|\d+(?:\.\d+)?|'[^']*')`;
const condition = String.raw`[a-z]+\.\w+ (?:=|>|<|>=|<=) ${term}(?=[\s)]|$)`;
const turned: Record<string, string> = { "=": "=", ">": "<", "<": ">", ">=": "<=", "<=": ">=" };

/** Ways to write SQL otherwise, for golds and snippets alike; a text that has nothing of the kind stays. */
const ways: Record<string, (sql: string) => string> = {
  "words in small letters": outside((text) => text.replaceAll(keywords, (word) => word.toLowerCase())),
  "on one line": outside((text) => text.replaceAll(/\s+/g, " ")),
  "two blanks for one": outside((text) => text.replaceAll(/(?<=\S) (?=\S)/g, "  ")),
  "INNER and OUTER said": (sql) =>
    sql
      .replaceAll(/(?<!\b(?:LEFT|INNER|OUTER|RIGHT|FULL)\s+|\w)JOIN\b/g, "INNER JOIN")
      .replaceAll(/\bLEFT\s+JOIN\b/g, "LEFT OUTER JOIN"),
  "AS before names of tables": (sql) =>
    sql.replaceAll(
      /\b((?:FROM|JOIN) [a-z_]+) (?!on\b|where\b|as\b|set\b|using\b)([a-z]{1,2})\b/g,
      "$1 AS $2",
    ),
  "joins the other way round": (sql) =>
    sql.replaceAll(/\bON ([a-z]+\.\w+) = ([a-z]+\.\w+)(?=[\s)]|$)/g, "ON $2 = $1"),
  "comparisons the other way round": (sql) =>
    sql.replaceAll(
      /(?<=(?:WHERE|AND|OR|\() ?)([a-z]+\.\w+) (=|>|<|>=|<=) (\d+(?:\.\d+)?)(?=[\s)]|$)/g,
      (_, column, operator, number) => `${number} ${turned[operator]} ${column}`,
    ),
  "conditions in another order": (sql) =>
    sql.replaceAll(
      new RegExp(String.raw`(?<=WHERE |AND |\()(${condition}) AND (${condition})(?! *(?:\+|-|\*|/))`, "g"),
      "$2 AND $1",
    ),
  "other names for tables": (sql) =>
    sql
      .replaceAll(/\b([a-z])\.(?=[a-z])/g, "$1_own.")
      .replaceAll(
        /((?:\b(?:FROM|JOIN|USING|UPDATE)|,)\s+[a-z_]+(?:\s+AS)?)\s+([a-z])(?=[\s,)]|$)/gi,
        "$1 $2_own",
      )
      .replaceAll(/\)\s+([a-z])(?=\s+ON\b)/gi, ") $1_own"),
  "a semicolon at the end": (sql) => sql,
};

/** Changes what stands outside of quotes and function bodies. */
function outside(change: (text: string) => string): (sql: string) => string {
  return (sql) =>
    sql
      .split(/('(?:[^']|'')*'|\$\$[\s\S]*?\$\$)/)
      .map((text, at) => (at % 2 === 0 ? change(text) : text))
      .join("");
}

function rewritten(task: TaskObject, how: string): TaskObject {
  const way = ways[how] ?? ((sql: string) => sql);
  const end = how === "a semicolon at the end" ? ";" : "";
  const golds = partsOf(task).map(
    ({ sub, pointer }): Operation => ({
      ...{ op: "replace", path: `${pointer}/sol_sql` },
      value: sub.sol_sql.map((sql) => way(sql) + end),
    }),
  );
  const snippets = ambiguitiesOf(task).map(
    ({ ambiguity, pointer }): Operation => ({
      ...{ op: "replace", path: `${pointer}/sql_snippet` },
      value: way(ambiguity.sql_snippet),
    }),
  );
  return edited(task, [...golds, ...snippets]);
}

/** Tasks written otherwise by one way or by a few in turns: so many different ones of each task. */
export function sameMeanings(
  tasks: ReadonlyMap<string, TaskObject>,
  seed: number,
  each: number,
): SameMeaning[] {
  const pick = numbersFrom(seed);
  const names = Object.keys(ways);
  const all = [...tasks].map(([instance, task]) => {
    const found = new Map<string, SameMeaning>();
    for (let tried = 0; found.size < each && tried < 40 * each; tried += 1) {
      const chosen = [...new Set(Array.from({ length: 1 + pick(3) }, () => names[pick(names.length)] ?? ""))];
      const how = chosen.filter((one) => JSON.stringify(rewritten(task, one)) !== JSON.stringify(task));
      const variant = how.reduce(rewritten, task);
      const text = JSON.stringify(variant);
      if (text === JSON.stringify(task) || found.has(text)) continue;
      found.set(text, { id: `${instance} as ${how.join(", ")}`, instance_id: instance, how, task: variant });
    }
    return [...found.values()];
  });
  // One of each task, then the next of each: so that a run that is stopped has seen something of every task.
  return Array.from({ length: each }, (_, at) => all.flatMap((own) => own[at] ?? [])).flat();
}
