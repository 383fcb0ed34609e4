import { z } from "zod";

const index = z.number().int().nonnegative();

/**
 * One stop on the way to an answer: asking the user about an ambiguity of the task, reading knowledge nodes (each builds
 * on the next), or looking at the data of a column (`table.column`).
 */
export const ChainStep = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("ambiguity"), index }),
  z.object({ kind: z.literal("knowledge"), nodes: z.array(z.number().int()).min(1) }),
  z.object({ kind: z.literal("column"), column: z.string() }),
]);
export type ChainStep = z.infer<typeof ChainStep>;

/** How a clarification leads on to the next one (BIRD-INTERACT appendix H.3). */
export const ClarificationFlow = z.enum(["user-to-user", "user-to-environment", "environment-to-user"]);
export type ClarificationFlow = z.infer<typeof ClarificationFlow>;

/** That one step leaves something open which the next one settles, and why. */
export const ChainLink = z.object({ from: ChainStep, to: ChainStep, reason: z.string() });
export type ChainLink = z.infer<typeof ChainLink>;

/** A way of at least two steps that one ambiguity leads along; `flows` and `reasons` are those between the steps (rule A10). */
export const AmbiguityChain = z.object({
  steps: z.array(ChainStep).min(2),
  flows: z.array(ClarificationFlow),
  reasons: z.array(z.string()),
});
export type AmbiguityChain = z.infer<typeof AmbiguityChain>;

/** More chains than this are not listed. */
export const mostChains = 100;

/** The flow from one step to the next (rule A11); from the environment to the environment there is none. */
export function flowBetween(from: ChainStep, to: ChainStep): ClarificationFlow | null {
  if (to.kind === "ambiguity") return from.kind === "ambiguity" ? "user-to-user" : "environment-to-user";
  return from.kind === "ambiguity" ? "user-to-environment" : null;
}

/** The longest ways along links: each begins where nothing leads to and ends where nothing leads on (rule A12). */
export function chainsAlong(links: readonly ChainLink[]): AmbiguityChain[] {
  const onward = new Map<string, ChainLink[]>();
  for (const link of links) {
    const key = stepKey(link.from);
    onward.set(key, [...(onward.get(key) ?? []), link]);
  }
  const reached = new Set(links.map(({ to }) => stepKey(to)));
  const passed = new Set<string>();
  const found: AmbiguityChain[] = [];
  // What lies on cycles only has no beginning of its own: it is taken up where it is met first.
  const starts = [...links.filter(({ from }) => !reached.has(stepKey(from))), ...links];
  for (const { from } of starts) if (!passed.has(stepKey(from))) walk([from], [], found);
  return found;

  function walk(steps: ChainStep[], taken: ChainLink[], chains: AmbiguityChain[]): void {
    const last = steps.at(-1) as ChainStep;
    passed.add(stepKey(last));
    if (chains.length >= mostChains) return;
    const visited = new Set(steps.map(stepKey));
    const next = (onward.get(stepKey(last)) ?? []).filter(({ to }) => !visited.has(stepKey(to)));
    for (const link of next) walk([...steps, link.to], [...taken, link], chains);
    if (next.length === 0 && taken.length > 0) chains.push(chainOf(steps, taken));
  }
}

function chainOf(steps: ChainStep[], links: readonly ChainLink[]): AmbiguityChain {
  const flows = links.map(({ from, to }) => flowBetween(from, to)).filter((flow) => flow !== null);
  return { steps, flows, reasons: links.map(({ reason }) => reason) };
}

function stepKey(step: ChainStep): string {
  switch (step.kind) {
    case "ambiguity":
      return `ambiguity ${step.index}`;
    case "knowledge":
      return `knowledge ${step.nodes.join(" ")}`;
    case "column":
      return `column ${step.column}`;
  }
}
