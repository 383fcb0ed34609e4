import type { QueryParts } from "./query-parts.ts";

/** The parts of a query that Spider's evaluation scores one by one (Yu et al. 2018). */
export const components = [
  "select",
  "selectWithoutAggregate",
  "where",
  "whereWithoutOperator",
  "connectors",
  "groupWithoutHaving",
  "group",
  "order",
  "compounds",
  "keywords",
] as const;
export type Component = (typeof components)[number];

/** Whether each component of two queries is alike; null where neither query has it. */
export type ComponentMatch = Record<Component, boolean | null>;

/** Compares two queries part by part. */
export function componentMatch(predicted: QueryParts, gold: QueryParts): ComponentMatch {
  const alike = (part: (parts: QueryParts) => readonly string[]): boolean | null => {
    const [one, other] = [part(predicted), part(gold)];
    return one.length + other.length === 0 ? null : sameBag(one, other);
  };
  const inOrder = (parts: QueryParts) =>
    parts.order.length === 0 ? [] : [parts.order.join(", "), `limit ${parts.hasLimit}`];
  const grouped = (parts: QueryParts) =>
    parts.group.length === 0 ? [] : [...parts.group, ...parts.having.map(having)];
  return {
    select: alike(({ select }) => select),
    selectWithoutAggregate: alike(({ selectWithoutAggregate }) => selectWithoutAggregate),
    where: alike(({ where }) => where),
    whereWithoutOperator: alike(({ whereWithoutOperator }) => whereWithoutOperator),
    connectors: alike(({ connectors }) => connectors),
    groupWithoutHaving: alike(({ group }) => group),
    group: alike(grouped),
    order: alike(inOrder),
    compounds: alike(({ compounds }) => compounds),
    keywords: alike(({ keywords }) => keywords),
  };
}

const having = (condition: string): string => `having ${condition}`;

/** Exact set match: every component is alike, and so are the tables. */
export function exactSetMatch(predicted: QueryParts, gold: QueryParts): boolean {
  const matches = Object.values(componentMatch(predicted, gold));
  return matches.every((match) => match !== false) && sameBag(predicted.tables, gold.tables);
}

/**
 * The share of the gold's components that the prediction matches (ROSE, appendix A); null where the gold has none. A component
 * that only the prediction has counts nothing.
 */
export function componentShare(predicted: QueryParts, gold: QueryParts): number | null {
  const ofGold = componentMatch(gold, gold);
  const has = components.filter((component) => ofGold[component] !== null);
  const match = componentMatch(predicted, gold);
  return has.length === 0 ? null : has.filter((component) => match[component] === true).length / has.length;
}

function sameBag(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && [...one].sort().join("\0") === [...other].sort().join("\0");
}
