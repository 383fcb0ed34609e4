import { describe, expect, it } from "vitest";
import { ambiguityKinds, ambiguityTypes } from "#shared/domain/ambiguity.ts";
import { followUpTypes } from "#shared/domain/follow-up.ts";
import { ancestors, childrenOf, descendants, knowledgeTypes } from "#shared/domain/knowledge-node.ts";
import { maskContext, maskedNodes, maskOf } from "#shared/domain/mask.ts";
import { isManagement, subTasks } from "#shared/domain/task.ts";
import { EvaluatorProfile, profilesFor } from "#shared/domain/test-script.ts";
import { termRange } from "#shared/findings/text/ambiguities.ts";
import { taskKnowledgeRules } from "#shared/findings/text/knowledge.ts";
import { writeTaskFile } from "#shared/formats/task-formats.ts";
import {
  goldPredictions,
  keyedPredictions,
  knowledgeBase,
  packKnowledge,
  packTasks,
  taskFile,
} from "./river-watch-pack.ts";

const tasks = packTasks();
const graph = packKnowledge();

describe("the river-watch tasks", () => {
  it("are read without a problem or a finding", () => {
    const file = taskFile();
    expect(file.problems).toEqual([]);
    expect([...file.findings, ...file.tasks.flatMap(({ findings }) => findings)]).toEqual([]);
    expect(tasks.flatMap((task) => taskKnowledgeRules.find({ task, knowledge: { graph } }))).toEqual([]);
  });

  it("are at least 8 queries and 4 management tasks, each with a follow-up", () => {
    expect(tasks.filter((task) => !isManagement(task)).length).toBeGreaterThanOrEqual(8);
    expect(tasks.filter(isManagement).length).toBeGreaterThanOrEqual(4);
    expect(tasks.filter(({ followUp }) => followUp === null)).toEqual([]);
  });

  it.each(ambiguityKinds)("use every type of %s ambiguity", (kind) => {
    const used = new Set(
      tasks
        .flatMap(({ ambiguities }) => ambiguities.filter((one) => one.kind === kind))
        .map(({ type }) => type),
    );
    expect([...used].sort()).toEqual([...ambiguityTypes[kind]].sort());
  });

  it("use every type of follow-up, state-dependent ones after each kind of change", () => {
    const used = new Set(tasks.map(({ followUp }) => followUp?.type));
    expect([...used].sort()).toEqual(Object.keys(followUpTypes).sort());
    const stateful = tasks.filter(({ followUp }) => followUp?.type === "state_dependent");
    const verbs = stateful.map(({ goldSql }) => /^\w+( TABLE| VIEW| FUNCTION)?/.exec(goldSql[0] ?? "")?.[0]);
    expect(verbs.sort()).toEqual(["CREATE FUNCTION", "CREATE TABLE", "CREATE VIEW", "DELETE", "UPDATE"]);
  });

  it("mask nodes in one shot and in the middle of chains", () => {
    const kinds = tasks.flatMap((task) => {
      const context = maskContext(task, graph);
      return maskedNodes(task, graph).map((node) => maskOf(context, node).kind);
    });
    expect(kinds.filter((kind) => kind === "one-shot").length).toBeGreaterThanOrEqual(3);
    expect(kinds.filter((kind) => kind === "chain-breaking").length).toBeGreaterThanOrEqual(3);
  });

  it.each(tasks.map((task) => [task.instanceId, task] as const))(
    "%s: every snippet is exact text of the gold, at one place",
    (_, task) => {
      const gold = task.goldSql.join("\n;\n");
      for (const { sqlSnippet } of task.ambiguities)
        expect([sqlSnippet, gold.split(sqlSnippet).length - 1]).toEqual([sqlSnippet, 1]);
    },
  );

  it.each(tasks.map((task) => [task.instanceId, task] as const))(
    "%s: every term stands in the ambiguous question, but for the names of masked nodes",
    (_, task) => {
      const question = task.ambiguousQuestion ?? "";
      for (const { kind, term } of task.ambiguities) {
        if (kind === "knowledge") expect([...graph.nodes.values()].map(({ name }) => name)).toContain(term);
        else expect([term, termRange(question, term) !== null]).toEqual([term, true]);
      }
    },
  );

  it.each(tasks.map((task) => [task.instanceId, task] as const))(
    "%s: the ambiguous question gives no snippet, no literal of one and no masked name away",
    (_, task) => {
      const question = task.ambiguousQuestion ?? "";
      for (const { sqlSnippet, kind, term } of task.ambiguities) {
        expect(question).not.toContain(sqlSnippet);
        for (const literal of sqlSnippet.match(/'[^']+'|\b\d+(\.\d+)?\b/g) ?? [])
          if (kind !== "non-critical")
            expect(question.split(/[^\w.]+/)).not.toContain(literal.replaceAll("'", ""));
        if (kind === "knowledge") expect(question.toLowerCase()).not.toContain(term.toLowerCase());
      }
      expect(question).not.toBe(task.clearQuestion);
    },
  );

  it.each(tasks.map((task) => [task.instanceId, task] as const))(
    "%s: no masked definition stands in another node",
    (_, task) => {
      for (const masked of maskedNodes(task, graph)) {
        const { definition } = graph.nodes.get(masked) ?? { definition: "" };
        for (const node of graph.nodes.values())
          if (node.id !== masked) expect(`${node.description} ${node.definition}`).not.toContain(definition);
      }
    },
  );

  it("list with each node that the gold uses what that node is defined by", () => {
    for (const task of tasks)
      for (const { knowledgeIds, phase } of subTasks(task)) {
        const below = knowledgeIds
          .flatMap((id) => [...descendants(graph, id)])
          .filter((id) => graph.nodes.get(id)?.type !== "value_illustration");
        expect([task.instanceId, phase, below.filter((id) => !knowledgeIds.includes(id))]).toEqual([
          task.instanceId,
          phase,
          [],
        ]);
      }
  });

  it("have test scripts that run under every evaluator, and their own for both phases of management tasks", () => {
    for (const task of tasks)
      for (const { tests } of subTasks(task)) {
        expect([task.instanceId, tests.length > 0]).toEqual([task.instanceId, isManagement(task)]);
        for (const script of tests) expect(profilesFor(script)).toEqual(EvaluatorProfile.options);
      }
  });

  it("order what the conditions compare in order, and nothing else", () => {
    for (const task of tasks)
      for (const { goldSql, category, conditions, phase } of subTasks(task)) {
        const isOrdered = /^ORDER BY/m.test(goldSql.at(-1) ?? "");
        if (category === "Query")
          expect([task.instanceId, phase, isOrdered]).toEqual([task.instanceId, phase, conditions.order]);
      }
  });

  it("are written as they were read", () => {
    const { tasks: read } = taskFile();
    const written = writeTaskFile(
      read.map(({ task, source }) => ({ task, source })),
      "bird-interact",
    );
    expect(written).toBe(read.map(({ source }) => `${source.text}\n`).join(""));
  });
});

describe("the river-watch knowledge base", () => {
  it("is read without a problem or a finding", () => {
    expect(knowledgeBase()).toMatchObject({ problems: [], findings: [] });
  });

  it("has at least 40 nodes of all types, with chains of three steps and more", () => {
    const nodes = [...graph.nodes.values()];
    expect(nodes.length).toBeGreaterThanOrEqual(40);
    expect(new Set(nodes.map(({ type }) => type))).toEqual(new Set(knowledgeTypes));
    const depth = (id: number): number =>
      Math.max(0, ...childrenOf(graph, id).map((child) => 1 + depth(child)));
    expect(nodes.filter(({ id }) => depth(id) >= 3).length).toBeGreaterThanOrEqual(8);
    expect(Math.max(...nodes.map(({ id }) => depth(id)))).toBeGreaterThanOrEqual(5);
  });

  it("defines every calculation in LaTeX", () => {
    for (const { name, type, definition } of graph.nodes.values())
      if (type === "calculation_knowledge") expect([name, /\$.+\$/.test(definition)]).toEqual([name, true]);
  });

  it("names in each definition the nodes that it builds on", () => {
    for (const { id, name, definition, children } of graph.nodes.values())
      for (const child of children) {
        const words = graph.nodes.get(child)?.name ?? "";
        const short = /\((\w+)\)/.exec(words)?.[1] ?? words;
        expect([`${id} ${name}`, short, mentions(definition, short)]).toEqual([`${id} ${name}`, short, true]);
      }
  });

  it("is used by the tasks, most of all its chains", () => {
    const used = new Set(
      tasks.flatMap((task) => [...task.knowledgeIds, ...(task.followUp?.knowledgeIds ?? [])]),
    );
    for (const id of used) expect(graph.nodes.has(id)).toBe(true);
    expect(
      [...used].filter((id) => ancestors(graph, id).size + descendants(graph, id).size > 0).length,
    ).toBeGreaterThanOrEqual(20);
  });
});

/** Codes stand for the node that lists them. */
function mentions(definition: string, name: string): boolean {
  if (name === "Parameter Codes") return /TEMP|DO|BOD|NO3N|TP|ECOLI|TURB/.test(definition);
  return definition.toLowerCase().includes(name.toLowerCase().replace(/y$/, ""));
}

describe("the river-watch predictions", () => {
  it("answer both phases of every task, once with the gold and once with mistakes", () => {
    const phases = tasks.flatMap(({ instanceId }) => [`${instanceId} 1`, `${instanceId} 2`]);
    expect(goldPredictions().map(({ instance_id, phase }) => `${instance_id} ${phase}`)).toEqual(phases);
    expect(keyedPredictions().map(({ instance_id, phase }) => `${instance_id} ${phase}`)).toEqual(phases);
  });

  it("are the gold where they are called so", () => {
    const gold = tasks.flatMap((task) => subTasks(task).map(({ goldSql }) => goldSql));
    expect(goldPredictions().map(({ pred_sqls }) => pred_sqls)).toEqual(gold);
  });

  it("hold answers that pass and answers that fail in both phases", () => {
    const kinds = new Set(keyedPredictions().map(({ phase, passed }) => `${phase} ${passed}`));
    expect(kinds).toEqual(new Set(["1 false", "2 false", "2 true"]));
  });
});
