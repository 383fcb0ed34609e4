import { type Ambiguity, needsClarification } from "../../domain/ambiguity.ts";
import {
  type AmbiguityChain,
  type ChainLink,
  type ChainStep,
  chainsAlong,
} from "../../domain/ambiguity-chain.ts";
import { childrenOf, type KnowledgeNode, parentsOf } from "../../domain/knowledge-node.ts";
import { maskedNodes, neededNodes } from "../../domain/mask.ts";
import type { Task } from "../../domain/task.ts";
import type { Anchor } from "../anchor/anchor.ts";
import { nameOf } from "../lex.ts";
import type { InformedTask } from "../parsed-task.ts";
import { nodesOf, type SqlNode, type SqlTree } from "../tree/sql-node.ts";

type Knowledge = NonNullable<InformedTask["knowledge"]>;

/** The chains of clarifications that a task asks for (BIRD-INTERACT appendix H.3, SPEC A10…A12), derived from its gold and its knowledge. */
export function ambiguityChains(context: InformedTask): AmbiguityChain[] {
  const { task, knowledge } = context;
  const snippets = namesOfSnippets(context);
  const links = [...betweenSnippets(context, snippets), ...fromColumns(context)];
  if (knowledge === null) return chainsAlong(links);
  const intoKnowledge = [...toKnowledge(task, knowledge, snippets), ...fromHidden(task, knowledge)];
  return chainsAlong([...links, ...intoKnowledge, ...toHidden(task, knowledge, intoKnowledge)]);
}

/** The one location of an ambiguity's snippet, with the names it uses and the names it gives to what it computes. */
interface SnippetNames {
  index: number;
  ambiguity: Ambiguity;
  statement: number;
  anchor: Anchor;
  uses: Set<string>;
  gives: Set<string>;
}

function namesOfSnippets({ task, gold, locations }: InformedTask): SnippetNames[] {
  return task.ambiguities.flatMap((ambiguity, index): SnippetNames[] => {
    const match = locations[index]?.matches[0];
    const tree = gold[1][match?.statement ?? 0];
    if (match === undefined || tree === undefined) return [];
    const { statement, anchor } = match;
    return [{ index, ambiguity, statement, anchor, ...namesAt(tree, anchor) }];
  });
}

/** The columns named within an anchor, and the alias of the output that the anchor makes or lies in. */
function namesAt(tree: SqlTree, { range, path }: Anchor): Pick<SnippetNames, "uses" | "gives"> {
  const uses = new Set<string>();
  const gives = new Set<string>();
  for (const node of nodesOf(tree.root)) {
    const isInside = node.from >= range.from && node.to <= range.to;
    if (isInside && node.kind === "column") addName(tree, node, uses);
  }
  let node: SqlNode | undefined = tree.root;
  for (const step of path) {
    node = node?.children[step];
    if (node?.kind !== "select-item") continue;
    gives.clear();
    const alias = node.children.find(({ kind }) => kind === "alias");
    if (alias !== undefined) addName(tree, alias, gives);
  }
  return { uses, gives };
}

function addName(tree: SqlTree, { end }: SqlNode, names: Set<string>): void {
  const name = nameOf(tree.tokens[end - 1])?.toLowerCase();
  if (name !== undefined) names.add(name);
}

/** The answer to one ambiguity holds the snippet of another, or uses a name that the other's snippet computes. */
function betweenSnippets({ task }: InformedTask, snippets: readonly SnippetNames[]): ChainLink[] {
  return snippets.flatMap((outer) =>
    snippets.flatMap((inner): ChainLink[] => {
      const reason = reasonBetween(outer, inner);
      if (reason === null) return [];
      return [{ from: user(outer.index), to: entryOf(task.ambiguities[inner.index], inner.index), reason }];
    }),
  );
}

function reasonBetween(outer: SnippetNames, inner: SnippetNames): string | null {
  if (outer.index === inner.index || !needsClarification(outer.ambiguity)) return null;
  const [a, b] = [outer.anchor.range, inner.anchor.range];
  const isSame = a.from === b.from && a.to === b.to;
  const isInside = outer.statement === inner.statement && a.from <= b.from && b.to <= a.to;
  const terms = `"${outer.ambiguity.term}" and "${inner.ambiguity.term}"`;
  if (isInside && isSame) {
    const leadsOn = outer.ambiguity.kind !== "knowledge" && inner.ambiguity.kind === "knowledge";
    return leadsOn
      ? `${terms} share one snippet: first clarify the words, then the knowledge that explains them.`
      : null;
  }
  if (isInside) return `The snippet of "${outer.ambiguity.term}" contains that of "${inner.ambiguity.term}".`;
  const name = [...inner.gives].find((given) => outer.uses.has(given) && !inner.uses.has(given));
  return name === undefined
    ? null
    : `The snippet of "${outer.ambiguity.term}" uses ${name}, which that of "${inner.ambiguity.term}" computes.`;
}

/** Noise is met in the data before anybody can be asked about it. */
function entryOf(ambiguity: Ambiguity | undefined, index: number): ChainStep {
  return ambiguity?.kind === "environmental" && ambiguity.column !== null
    ? { kind: "column", column: ambiguity.column }
    : user(index);
}

function fromColumns({ task }: InformedTask): ChainLink[] {
  return task.ambiguities.flatMap((ambiguity, index): ChainLink[] => {
    const from = entryOf(ambiguity, index);
    if (from.kind !== "column") return [];
    return [
      {
        from,
        to: user(index),
        reason: `The data in ${from.column} does not show what "${ambiguity.term}" means.`,
      },
    ];
  });
}

/** An answer that names what a visible knowledge node defines leads to the knowledge base, down to what is hidden there. */
function toKnowledge(task: Task, knowledge: Knowledge, snippets: readonly SnippetNames[]): ChainLink[] {
  const visible = visibleNeeded(task, knowledge);
  return snippets.flatMap(({ index, ambiguity, uses }) => {
    if (ambiguity.kind === "knowledge" || ambiguity.kind === "non-critical") return [];
    const named = [...uses].map((name) => knowledge.spellings.get(name));
    return named.flatMap((node): ChainLink[] => {
      if (node === undefined || !visible.has(node.id)) return [];
      const reason = `The snippet of "${ambiguity.term}" mentions ${node.name}, which the knowledge base defines.`;
      return waysDown(task, knowledge, node.id).map((nodes) => ({
        from: user(index),
        to: knowledgeStep(nodes),
        reason,
      }));
    });
  });
}

/** A hidden node, once explained, leads to the visible ones that it builds on. */
function fromHidden(task: Task, knowledge: Knowledge): ChainLink[] {
  const visible = visibleNeeded(task, knowledge);
  return hiddenNodes(task, knowledge).flatMap(({ index, node }) =>
    childrenOf(knowledge.graph, node.id)
      .filter((id) => visible.has(id))
      .flatMap((child) => {
        const reason = `${node.name}, once explained, builds on ${knowledge.graph.nodes.get(child)?.name}.`;
        return waysDown(task, knowledge, child).map((nodes) => ({
          from: user(index),
          to: knowledgeStep(nodes),
          reason,
        }));
      }),
  );
}

/**
 * A visible node that builds on a hidden one sends back to the user: from the ways that answers led to, and where none
 * did, from the top of the knowledge that the task needs.
 */
function toHidden(task: Task, knowledge: Knowledge, known: readonly ChainLink[]): ChainLink[] {
  const entered = known.flatMap(({ to }) => (to.kind === "knowledge" ? [to.nodes] : []));
  return hiddenNodes(task, knowledge).flatMap(({ index, node }) => {
    const buildsOnIt = (way: number[]) => childrenOf(knowledge.graph, way.at(-1) as number).includes(node.id);
    const ways = new Map(entered.filter(buildsOnIt).map((way) => [way.join(" "), way]));
    const chosen = ways.size > 0 ? [...ways.values()] : waysFromTop(task, knowledge, node.id);
    return chosen.map((nodes) => {
      const above = knowledge.graph.nodes.get(nodes.at(-1) as number)?.name;
      return {
        from: knowledgeStep(nodes),
        to: user(index),
        reason: `${above} builds on ${node.name}, which is hidden.`,
      };
    });
  });
}

function hiddenNodes({ ambiguities }: Task, { graph }: Knowledge): { index: number; node: KnowledgeNode }[] {
  return ambiguities.flatMap((ambiguity, index) => {
    const id = ambiguity.kind === "knowledge" ? ambiguity.deletedKnowledge : null;
    const node = id === null ? undefined : graph.nodes.get(id);
    return node === undefined ? [] : [{ index, node }];
  });
}

/** The nodes that phase 1 needs and a system can read. */
function visibleNeeded(task: Task, { graph }: Knowledge): Set<number> {
  const needed = neededNodes(graph, task.knowledgeIds);
  for (const id of maskedNodes(task, graph)) needed.delete(id);
  return needed;
}

/** The ways from a visible node down to visible nodes that build on a hidden one; the node alone where there is none. */
function waysDown(task: Task, { graph }: Knowledge, start: number): number[][] {
  const masked = new Set(maskedNodes(task, graph));
  const found: number[][] = [];
  const open = [[start]];
  const seen = new Set([start]);
  for (let way = open.pop(); way !== undefined; way = open.pop()) {
    const children = childrenOf(graph, way.at(-1) as number);
    if (children.some((child) => masked.has(child))) found.push(way);
    for (const child of children) {
      if (masked.has(child) || seen.has(child)) continue;
      seen.add(child);
      open.push([...way, child]);
    }
  }
  return found.length > 0 ? found : [[start]];
}

/** For each visible node that builds on a hidden one, a way to it from the top of what the task needs. */
function waysFromTop(task: Task, knowledge: Knowledge, hidden: number): number[][] {
  const visible = visibleNeeded(task, knowledge);
  const above = (id: number) => parentsOf(knowledge.graph, id).filter((parent) => visible.has(parent));
  return above(hidden).map((parent) => {
    const way = [parent];
    for (;;) {
      const next = above(way[0] as number).find((id) => !way.includes(id));
      if (next === undefined) return way;
      way.unshift(next);
    }
  });
}

function user(index: number): ChainStep {
  return { kind: "ambiguity", index };
}

function knowledgeStep(nodes: number[]): ChainStep {
  return { kind: "knowledge", nodes };
}
