import {
  type AmbiguityChain,
  type ChainStep,
  type ClarificationFlow,
  flowBetween,
} from "#shared/domain/ambiguity-chain.ts";

/** A step of the chains with all that it leads on to; what several chains begin with is there once. */
export interface ChainNode {
  /** The way to it, unique in the tree. */
  id: string;
  step: ChainStep;
  /** How the step before leads to it and why; null for a beginning. */
  link: { flow: ClarificationFlow | null; reason: string } | null;
  next: ChainNode[];
}

/** The chains as trees, in their order. */
export function chainTree(chains: readonly AmbiguityChain[]): ChainNode[] {
  const roots: ChainNode[] = [];
  for (const { steps, reasons } of chains) {
    let level = roots;
    let before: ChainNode | null = null;
    for (const [at, step] of steps.entries()) {
      const id: string = `${before?.id ?? ""}/${JSON.stringify(step)}`;
      let node: ChainNode | undefined = level.find((known) => known.id === id);
      if (node === undefined) {
        const reason = reasons[at - 1] ?? "";
        node = { id, step, link: before && { flow: flowBetween(before.step, step), reason }, next: [] };
        level.push(node);
      }
      before = node;
      level = node.next;
    }
  }
  return roots;
}

/** What the answer to an ambiguity leads on to at once, each step once. */
export function stepsBehind(chains: readonly AmbiguityChain[], index: number): ChainStep[] {
  const found = new Map<string, ChainStep>();
  for (const { steps } of chains)
    for (const [at, step] of steps.entries()) {
      const next = steps[at + 1];
      if (step.kind === "ambiguity" && step.index === index && next !== undefined)
        found.set(JSON.stringify(next), next);
    }
  return [...found.values()];
}
