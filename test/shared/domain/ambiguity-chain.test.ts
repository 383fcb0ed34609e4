import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type ChainLink,
  type ChainStep,
  chainsAlong,
  flowBetween,
  mostChains,
} from "#shared/domain/ambiguity-chain.ts";

const ask = (index: number): ChainStep => ({ kind: "ambiguity", index });
const read = (...nodes: number[]): ChainStep => ({ kind: "knowledge", nodes });
const look: ChainStep = { kind: "column", column: "visit.flow" };
const link = (from: ChainStep, to: ChainStep): ChainLink => ({ from, to, reason: "because" });

const step = fc.oneof(
  fc.nat(6).map(ask),
  fc.array(fc.nat(4), { minLength: 1, maxLength: 2 }).map((nodes) => read(...nodes)),
  fc.constant(look),
);
const links = fc.array(
  fc.tuple(step, step).map(([from, to]) => link(from, to)),
  { maxLength: 12 },
);

describe("ambiguity chains", () => {
  it("A11: the flow says whether the user or the environment answers next", () => {
    expect(flowBetween(ask(0), ask(1))).toBe("user-to-user");
    expect(flowBetween(ask(0), read(3))).toBe("user-to-environment");
    expect(flowBetween(read(3), ask(1))).toBe("environment-to-user");
    expect(flowBetween(look, ask(1))).toBe("environment-to-user");
    expect(flowBetween(read(3), read(4))).toBeNull();
  });

  it("A10: links are put together to whole ways: user, environment, user", () => {
    const [only, ...others] = chainsAlong([link(read(3, 5), ask(1)), link(ask(0), read(3, 5))]);
    expect(others).toEqual([]);
    expect(only).toEqual({
      steps: [ask(0), read(3, 5), ask(1)],
      flows: ["user-to-environment", "environment-to-user"],
      reasons: ["because", "because"],
    });
  });

  it("A12: a cycle is gone round once, from what leads into it", () => {
    const chains = chainsAlong([link(ask(0), ask(1)), link(ask(1), ask(2)), link(ask(2), ask(1))]);
    expect(chains.map(({ steps }) => steps)).toEqual([[ask(0), ask(1), ask(2)]]);
  });

  it("A12: whatever the links, chains visit no step twice, follow links and are bounded in number", () => {
    fc.assert(
      fc.property(links, (given) => {
        const known = new Set(given.map(({ from, to }) => JSON.stringify([from, to])));
        const chains = chainsAlong(given);
        expect(chains.length).toBeLessThanOrEqual(mostChains);
        for (const { steps } of chains) {
          expect(new Set(steps.map((one) => JSON.stringify(one))).size).toBe(steps.length);
          for (const [at, next] of steps.slice(1).entries())
            expect(known.has(JSON.stringify([steps[at], next]))).toBe(true);
        }
      }),
    );
  });
});
