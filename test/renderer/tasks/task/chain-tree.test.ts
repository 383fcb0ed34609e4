import { describe, expect, it } from "vitest";
import type { AmbiguityChain, ChainStep } from "#shared/domain/ambiguity-chain.ts";
import {
  type ChainNode,
  chainTree,
  stepsBehind,
} from "../../../../renderer/features/tasks/task/ambiguities/chain-tree.ts";

const user = (index: number): ChainStep => ({ kind: "ambiguity", index });
const reading = (...nodes: number[]): ChainStep => ({ kind: "knowledge", nodes });
const chain = (...steps: ChainStep[]): AmbiguityChain => ({
  steps,
  flows: [],
  reasons: steps.slice(1).map((_, at) => `reason ${at + 1}`),
});

const chains = [
  chain(user(0), user(2), reading(5)),
  chain(user(0), user(2), user(3)),
  chain(user(0), reading(7, 8), user(3)),
];

const drawn = (nodes: readonly ChainNode[]): unknown[] =>
  nodes.map(({ step, link, next }) => [
    step.kind === "ambiguity" ? step.index : step.kind,
    link?.flow ?? null,
    drawn(next),
  ]);

describe("chains as trees", () => {
  it("stand with what they have in common once, each step with its flow", () => {
    expect(drawn(chainTree(chains))).toEqual([
      [
        0,
        null,
        [
          [
            2,
            "user-to-user",
            [
              ["knowledge", "user-to-environment", []],
              [3, "user-to-user", []],
            ],
          ],
          ["knowledge", "user-to-environment", [[3, "environment-to-user", []]]],
        ],
      ],
    ]);
  });

  it("keep each reason with the step that it leads to, and ids apart", () => {
    const ids: string[] = [];
    const reasons: (string | undefined)[] = [];
    const visit = (node: ChainNode): void => {
      ids.push(node.id);
      reasons.push(node.link?.reason);
      node.next.forEach(visit);
    };
    chainTree(chains).forEach(visit);
    expect(new Set(ids).size).toBe(ids.length);
    expect(reasons).toEqual([undefined, "reason 1", "reason 2", "reason 2", "reason 1", "reason 2"]);
  });

  it("show what an answer leads on to at once, each step once", () => {
    expect(stepsBehind(chains, 0)).toEqual([user(2), reading(7, 8)]);
    expect(stepsBehind(chains, 3)).toEqual([]);
  });
});
