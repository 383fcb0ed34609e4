import type { Operation, TaskObject } from "./variant.ts";

/** The fields of a task and of its follow-up that mistakes are made in. */
export interface SubTask {
  query: string;
  sol_sql: string[];
  test_cases: string[];
  category: string;
  conditions: { decimal: number; distinct: boolean; order: boolean };
  type?: string;
}

export interface Ambiguity {
  term: string;
  sql_snippet: string;
  type: string;
}

/** A sub-task, with the pointer to it and how a place in it is called. */
export interface Part {
  phase: 1 | 2;
  sub: SubTask;
  pointer: string;
  name: string;
}

/** The first phase and the follow-up of a task. */
export function partsOf(task: TaskObject): Part[] {
  return [
    { phase: 1, sub: task as unknown as SubTask, pointer: "", name: "" },
    { phase: 2, sub: task.follow_up as SubTask, pointer: "/follow_up", name: "follow_up." },
  ];
}

/** Every list of ambiguities of a task, each ambiguity with its pointer. */
export function ambiguitiesOf(task: TaskObject): { ambiguity: Ambiguity; pointer: string }[] {
  const own = task.user_query_ambiguity as Record<string, Ambiguity[]>;
  const lists: [string, Ambiguity[]][] = [
    ["/user_query_ambiguity/critical_ambiguity", own.critical_ambiguity ?? []],
    ["/user_query_ambiguity/non_critical_ambiguity", own.non_critical_ambiguity ?? []],
    ["/knowledge_ambiguity", (task.knowledge_ambiguity ?? []) as Ambiguity[]],
    ["/environmental_ambiguity", (task.environmental_ambiguity ?? []) as Ambiguity[]],
  ];
  return lists.flatMap(([list, all]) =>
    all.map((ambiguity, at) => ({ ambiguity, pointer: `${list}/${at}` })),
  );
}

export function replace(path: string, value: unknown): Operation {
  return { op: "replace", path, value };
}

/** A pointer as a place is written: "follow_up.sol_sql[0]". */
export function placeOf(pointer: string): string {
  return pointer
    .slice(1)
    .replaceAll(/\/(\d+|-)/g, "[$1]")
    .replaceAll("/", ".");
}

/** Changes a text of the first gold, and the snippets with it, so that they agree; null where it does not occur. */
export function inGoldAndSnippets(
  task: TaskObject,
  { sub, pointer, phase }: Part,
  from: string,
  to: string,
): Operation[] | null {
  const at = sub.sol_sql.findIndex((sql) => sql.includes(from));
  if (at < 0) return null;
  const gold = replace(`${pointer}/sol_sql/${at}`, sub.sol_sql[at]?.replaceAll(from, to));
  const snippets = ambiguitiesOf(task)
    .filter(({ ambiguity }) => phase === 1 && ambiguity.sql_snippet.includes(from))
    .map((one) => replace(`${one.pointer}/sql_snippet`, one.ambiguity.sql_snippet.replaceAll(from, to)));
  return [gold, ...snippets];
}
