// What authoring costs while somebody types, measured: anchors found again in a gold of 100 lines that was just edited, and
// what is worked out beside them. Prints one JSON object; times are processor time, so that a busy machine does not stretch them.
import { readFileSync } from "node:fs";
import path from "node:path";
import type { DatabaseSchema } from "#shared/domain/schema.ts";
import type { Task } from "#shared/domain/task.ts";
import { lintContext } from "#shared/findings/context.ts";
import { readColumnMeanings } from "#shared/formats/column-meanings.ts";
import { readKnowledgeBase } from "#shared/formats/knowledge-base.ts";
import { readTaskFile } from "#shared/formats/task-file.ts";
import { measuresOf } from "#shared/metrics/task-measures.ts";
import { taskStatistics } from "#shared/metrics/task-statistics.ts";
import type { Anchor } from "#shared/sql/anchor/anchor.ts";
import { reanchor } from "#shared/sql/anchor/reanchor.ts";
import { snippetSearch } from "#shared/sql/anchor/snippet-search.ts";
import { ambiguityChains } from "#shared/sql/chain/ambiguity-links.ts";
import { indexKnowledge } from "#shared/sql/knowledge-index.ts";
import { proposals } from "#shared/sql/propose/proposals.ts";
import { provenanceOf } from "#shared/sql/provenance/provenance.ts";
import { parseTree } from "#shared/sql/tree/parse-tree.ts";
import { layoutGraph } from "../../renderer/ui/graph-canvas/graph-layout.ts";
import { schemaOfMeanings } from "../shared/sql/meaning-schema.ts";
import { makeTasks } from "./make-tasks.ts";

const pack = path.join(import.meta.dirname, "../../tasks/river-watch");
const rounds = 40;
const warmUps = 40;

/** Milliseconds of processor time, warm. */
export interface AuthoringFigures {
  /** All anchors of an ambiguous task found again after an edit of its gold, the reading of the gold among it. */
  reanchor: { lines: number; anchors: number; kept: number; median: number; worst: number };
  /** One task of the pack: what its gold proposes, where it comes from, and its chains. */
  perTask: Record<"proposals" | "provenance" | "chains", { median: number; worst: number }>;
  /** The statistics of 600 tasks. */
  statisticsOf600: number;
  /** A knowledge graph laid out as the window's worker does it. */
  layout: { nodes: number; edges: number; median: number; worst: number };
}

/** Measures what authoring works out, on golds of the river-watch pack. */
export function measureAuthoring(): AuthoringFigures {
  const read = (name: string) => readFileSync(path.join(pack, name), "utf8");
  const tasks = readTaskFile(read("tasks.jsonl"), "tasks.jsonl").tasks.map(({ task }) => task);
  const base = readKnowledgeBase(read("databases/river_watch_kb.jsonl"), "river_watch_kb.jsonl");
  const knowledge = indexKnowledge(base.nodes);
  const meaningsText = read("databases/river_watch_column_meaning_base.json");
  const { meanings } = readColumnMeanings(meaningsText, "meanings");
  const schema: DatabaseSchema = schemaOfMeanings(meaningsText, "river_watch");
  const parser = { syntaxProblem: () => null };
  const contexts = tasks.map((task) => ({
    ...lintContext(task, { dialect: "postgresql", knowledge, parser }),
    ...{ schema, meanings },
  }));
  return {
    reanchor: measureReanchor(tasks),
    perTask: {
      proposals: spread(contexts.map(({ task, gold }) => perRound(() => proposals(task, gold[1])))),
      provenance: spread(contexts.map((context) => perRound(() => provenanceOf(context)))),
      chains: spread(contexts.map((context) => perRound(() => ambiguityChains(context)))),
    },
    statisticsOf600: measureStatistics(),
    layout: measureLayout(300),
  };
}

/** A gold of at least 100 lines put together from the pack's, and the snippets of its tasks; an edit in each of its lines in turn. */
function measureReanchor(tasks: readonly Task[]): AuthoringFigures["reanchor"] {
  const queries = tasks.filter(
    ({ goldSql }) => goldSql.length === 1 && /^(?:SELECT|WITH)/.test(goldSql[0] ?? ""),
  );
  const ctes = queries.map(({ goldSql }, at) => `part_${at} AS (\n${goldSql[0]}\n)`);
  const lines = `WITH ${ctes.join(",\n")}\nSELECT 1`.split("\n").slice(0, 100);
  const sql = lines.join("\n");
  const search = snippetSearch([parseTree(sql, "postgresql")]);
  const anchors = queries.flatMap(({ ambiguities }) =>
    ambiguities.flatMap(({ sqlSnippet }): Anchor[] => {
      const [match] = search(sqlSnippet).matches;
      return match === undefined ? [] : [match.anchor];
    }),
  );
  let kept = 0;
  // Something typed behind a line, and each line with its last name changed, so that its snippets break.
  const edits = lines.flatMap((line, at) => [
    lines.with(at, `${line} /* typed */ , typed_${at}`).join("\n"),
    lines.with(at, line.replace(/(\w+)(\W*)$/, "other_$1$2")).join("\n"),
  ]);
  const again = (edited: string) => {
    const tree = parseTree(edited, "postgresql");
    kept += anchors.filter((anchor) => reanchor(tree, anchor).kind === "kept").length;
  };
  for (const edited of edits) again(edited);
  kept = 0;
  const times = edits.map((edited) => cpuOf(() => again(edited)));
  return { lines: lines.length, anchors: anchors.length, kept: kept / edits.length, ...spread(times) };
}

function measureStatistics(): number {
  const rows = makeTasks(600).tasks.join("\n");
  const tasks = readTaskFile(rows, "made.jsonl").tasks.map(({ task }) => task);
  const count = () => taskStatistics(tasks.map((task) => measuresOf(task, "postgresql")));
  count();
  return cpuOf(count);
}

/** Each node builds on two that are before it, at distances that differ, so that layers cross. */
function measureLayout(count: number): AuthoringFigures["layout"] {
  const ids = Array.from({ length: count }, (_, at) => String(at));
  const edges = ids.flatMap((from, at) =>
    [(at * 2) / 3, (at * 3) / 5].map((to) => ({ from, to: String(Math.floor(to)) })).slice(at === 0 ? 2 : 0),
  );
  const graph = { nodes: ids.map((id) => ({ id })), edges };
  const times = Array.from({ length: 7 }, () => cpuOf(() => layoutGraph(graph)));
  return { nodes: count, edges: edges.length, ...spread(times) };
}

/** The mean of some rounds after a warm-up. */
function perRound(work: () => unknown): number {
  for (let at = 0; at < warmUps; at += 1) work();
  return (
    cpuOf(() => {
      for (let at = 0; at < rounds; at += 1) work();
    }) / rounds
  );
}

function cpuOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function spread(times: readonly number[]): { median: number; worst: number } {
  const sorted = times.toSorted((a, b) => a - b);
  return { median: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN, worst: sorted.at(-1) ?? Number.NaN };
}

if (import.meta.main) console.log(JSON.stringify(measureAuthoring(), null, 2));
