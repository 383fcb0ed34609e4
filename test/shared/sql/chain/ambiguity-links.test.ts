import { describe, expect, it } from "vitest";
import { type KnowledgeNode, knowledgeGraph } from "#shared/domain/knowledge-node.ts";
import type { Task } from "#shared/domain/task.ts";
import { lintContext } from "#shared/findings/context.ts";
import { ambiguityChains } from "#shared/sql/chain/ambiguity-links.ts";
import { indexKnowledge } from "#shared/sql/knowledge-index.ts";
import { harbourTask } from "../../../tasks/harbour-loads-task.ts";
import { packKnowledge, packTasks } from "../../../tasks/river-watch-pack.ts";

const parser = { syntaxProblem: () => null };
const packNodes = [...packKnowledge().nodes.values()];

/** The chains of a task in words: [term], names of nodes, table.column. */
function chainsOf(task: Task, nodes: readonly KnowledgeNode[] | null): string[] {
  const knowledge = nodes === null ? null : indexKnowledge(nodes);
  const names = knowledgeGraph(nodes ?? []).nodes;
  return ambiguityChains(lintContext(task, { dialect: "postgresql", knowledge, parser })).map(({ steps }) =>
    steps
      .map((step) => {
        if (step.kind === "ambiguity") return `[${task.ambiguities[step.index]?.term}]`;
        if (step.kind === "column") return step.column;
        return step.nodes.map((id) => names.get(id)?.name).join(" > ");
      })
      .join(" → "),
  );
}

function packTask(id: string): Task {
  const task = packTasks().find(({ instanceId }) => instanceId === id);
  if (task === undefined) throw new Error(`the pack has no task ${id}`);
  return task;
}

describe("chains of a task", () => {
  it("A10: the answer about strained rivers leads to the index, and that to the hidden score and the saturation", () => {
    expect(chainsOf(packTask("river_watch_1"), packNodes)).toEqual([
      "[under strain] → [stress level] → [Oxygen Stress Score (OSS)] → Oxygen Saturation Ratio (OSR)",
      "[under strain] → [stress level] → Organic Load Score (OLS)",
      "[under strain] → [stress level] → Nutrient Load Score (NLS)",
      "[under strain] → River Stress Index (RSI) → [Oxygen Stress Score (OSS)] → Oxygen Saturation Ratio (OSR)",
    ]);
  });

  it("A10: reading a visible node that builds on a hidden one sends back to the user", () => {
    expect(chainsOf(packTask("river_watch_6"), packNodes)).toEqual([
      "[too dirty to swim in] → Bathing Risk Rate (BRR) → [Bathing Season]",
    ]);
    expect(chainsOf(packTask("river_watch_M_1"), packNodes)).toEqual(["Vulnerable Station → [Weak Battery]"]);
  });

  it("A10: noise is met in the data before the user is asked about it", () => {
    expect(chainsOf(packTask("river_watch_8"), packNodes)).toContain(
      "Overloaded Outfall → [Licence Utilisation (LU)] → outfall.licence → [overloaded ones]",
    );
  });

  it("A10: a knowledge ambiguity behind the words of one snippet is asked about second", () => {
    const [words, , knowledge] = harbourTask.ambiguities;
    if (words === undefined || knowledge?.kind !== "knowledge")
      throw new Error("the harbour task has changed");
    const task = { ...harbourTask, ambiguities: [words, { ...knowledge, sqlSnippet: words.sqlSnippet }] };
    expect(chainsOf(task, null)).toEqual(["[busy berths] → [Crane Load Index]"]);
  });

  it("A12: a non-critical answer leads nowhere, and a task without links has no chain", () => {
    expect(chainsOf(packTask("river_watch_4"), packNodes)).toEqual([]);
    expect(chainsOf({ ...harbourTask, ambiguities: [] }, packNodes)).toEqual([]);
  });

  it("A12: a knowledge base with a cycle still gives an end", () => {
    const node = (id: number, name: string, children: number[]): KnowledgeNode => ({
      ...{ id, name, children, description: "", definition: "", type: "domain_knowledge" },
    });
    const nodes = [node(1, "Berth Load", [2]), node(2, "Crane Load Index", [3]), node(3, "Lift Weight", [1])];
    expect(chainsOf({ ...harbourTask, knowledgeIds: [1] }, nodes)).not.toEqual([]);
  });
});
