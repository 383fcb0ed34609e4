// Lint and anchoring, measured: a task's lint over the parser's own time on the same gold, and a snippet found in a gold of
// 100 lines. Prints one JSON object; ratios come from one run, so that a busy machine does not stretch them.
import { readFileSync } from "node:fs";
import path from "node:path";
import * as polyglot from "@polyglot-sql/sdk";
import { lintTask } from "#shared/findings/lint-task.ts";
import { readKnowledgeBase } from "#shared/formats/knowledge-base.ts";
import { readTaskFile } from "#shared/formats/task-file.ts";
import { snippetSearch } from "#shared/sql/anchor/snippet-search.ts";
import { indexKnowledge } from "#shared/sql/knowledge-index.ts";
import { parseTree } from "#shared/sql/tree/parse-tree.ts";
import { loadSqlParsers } from "../../electron/sql-analysis/sql-parsers.ts";

const pack = path.join(import.meta.dirname, "../../tasks/river-watch");
/** Rounds over all tasks before anything is measured: the code is compiled by then. */
const warmUps = 150;
const rounds = 100;

/** What lint costs on the sample pack, warm. Times in milliseconds of processor time. */
export interface LintFigures {
  tasks: number;
  /** One task, the parser among it: median and worst of all tasks, each over many rounds. */
  perTask: { median: number; worst: number };
  /** Each parser alone on the gold of one task, both phases, and the whole of lint over it; lint runs libpg-query and the span tree. */
  parsers: Record<"libpg-query and the span tree" | "libpg-query" | "polyglot", ParserFigures>;
  anchor: { lines: number; median: number; worst: number };
}

interface ParserFigures {
  median: number;
  lintOver: number;
}

/** Measures lint and anchoring on the tasks of the pack. */
export async function measureLint(): Promise<LintFigures> {
  const read = (name: string) => readFileSync(path.join(pack, name), "utf8");
  const tasks = readTaskFile(read("tasks.jsonl"), "tasks.jsonl").tasks.map(({ task }) => task);
  const base = readKnowledgeBase(read("databases/river_watch_kb.jsonl"), "river_watch_kb.jsonl");
  const knowledge = indexKnowledge(base.nodes);
  const parser = await loadSqlParsers(["postgresql"]);
  const options = { dialect: "postgresql", knowledge, parser } as const;
  const works = tasks.map((task) => {
    const golds = [...task.goldSql, ...(task.followUp?.goldSql ?? [])];
    return {
      lint: () => lintTask(task, options),
      tree: () => golds.map((sql) => parseTree(sql, "postgresql")),
      libpg: () => golds.map((sql) => parser.syntaxProblem(sql, "postgresql")),
      polyglot: () => golds.map((sql) => polyglot.parse(sql, polyglot.Dialect.PostgreSQL)),
    };
  });
  for (let at = 0; at < warmUps; at += 1)
    for (const { lint, tree, libpg, polyglot } of works)
      for (const work of [lint, tree, libpg, polyglot]) work();
  const lint = works.map((work) => perRound(work.lint));
  const libpg = works.map((work) => perRound(work.libpg));
  const tree = works.map((work) => perRound(work.tree));
  const over = (times: number[]) => ({ median: median(times), lintOver: total(lint) / total(times) });
  return {
    tasks: tasks.length,
    perTask: { median: median(lint), worst: Math.max(...lint) },
    parsers: {
      "libpg-query and the span tree": over(libpg.map((time, at) => time + (tree[at] ?? 0))),
      "libpg-query": over(libpg),
      polyglot: over(works.map((work) => perRound(work.polyglot))),
    },
    anchor: measureAnchor(tasks.flatMap(({ goldSql }) => goldSql)),
  };
}

/** Every node-sized snippet of a gold of at least 100 lines, put together from the pack's. */
function measureAnchor(golds: readonly string[]): LintFigures["anchor"] {
  const ctes = golds
    .filter((sql) => /^SELECT|^WITH/.test(sql))
    .map((sql, at) => `part_${at} AS (\n${sql.replace(/;\s*$/, "")}\n)`);
  const sql = `WITH ${ctes.join(",\n")}\nSELECT 1`;
  const lines = sql.split("\n").length;
  const snippets = golds
    .flatMap((gold) => gold.split("\n").map((line) => line.trim().replace(/,$/, "")))
    .filter((line) => line.length > 12);
  const times = snippets.map((snippet) =>
    // Tree and tokens are made anew each time, as for a gold that was just edited.
    perRound(() => snippetSearch([parseTree(sql, "postgresql")])(snippet), 3),
  );
  return { lines, median: median(times), worst: Math.max(...times) };
}

/** Processor time of one call in milliseconds: the mean of some rounds, after a warm-up. */
function perRound(work: () => unknown, count = rounds): number {
  for (let at = 0; at < Math.min(count, 10); at += 1) work();
  const before = process.cpuUsage();
  for (let at = 0; at < count; at += 1) work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / count;
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

if (import.meta.main) console.log(JSON.stringify(await measureLint(), null, 2));
