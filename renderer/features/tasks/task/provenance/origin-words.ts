import { type Origin, originOrder, type Trace, type TracedPart } from "#shared/sql/provenance/origin.ts";

/** How an origin is called, and what it says of a part of the gold. */
export const originWords: Record<Origin, { label: string; meaning: string }> = {
  question: { label: "Question", meaning: "Stated in the question that the system sees." },
  clarification: { label: "Clarified", meaning: "Part of an ambiguity's snippet, so it gets clarified." },
  knowledge: { label: "Knowledge", meaning: "Stated in a visible knowledge node that the task needs." },
  schema: { label: "Schema", meaning: "A name of the schema, or the meaning of a column." },
  "phase-1": { label: "Phase 1", meaning: "Already in the gold of phase 1." },
  gold: { label: "Own name", meaning: "A name that the gold gives itself." },
  rules: { label: "Rules", meaning: "Follows from the rest; nothing else has to be known." },
  nowhere: { label: "Nowhere", meaning: "Not stated in anything that the system can read." },
};

/** The origins in the order of the legend: what asks for work first. */
export const legendOrder: readonly Origin[] = [
  "nowhere",
  ...originOrder.filter((origin) => origin !== "nowhere"),
];

/** The class that draws what comes from an origin (provenance.css): each has a line of its own, not only a colour. */
export const originClass = (origin: Origin): string => `code-group-${origin}`;

/** Where a part can be known from, in sentences, the surest source first. */
export function evidenceText({ traces }: Pick<TracedPart, "traces">): string {
  const [first, ...others] = traces.map(sentence);
  return [first, ...others.map((text) => `Also ${text}`)].join(" ");
}

function sentence({ origin, evidence }: Trace): string {
  return `${originWords[origin].label}: ${evidence}`;
}
