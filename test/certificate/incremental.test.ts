import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TaskToCertify } from "../../electron/certificate/certified-task.ts";
import type { CertificateTools } from "../../electron/certificate/certify-task.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { pierSubjects, subjectEdits } from "./edited-subjects.ts";
import { certifyFrom, differenceAfter, openPier } from "./incremental-certificates.ts";

const mutants = 6;
let pier: Awaited<ReturnType<typeof openPier>>;
beforeAll(async () => {
  pier = await openPier(temporaryFolder());
});
afterAll(() => pier.close());

/** The pier, counting the states that are opened on it. */
function counting(): CertificateTools & { opened(): number } {
  let opened = 0;
  const open: typeof pier.engine.open = (template) => {
    opened += 1;
    return pier.engine.open(template);
  };
  return { ...pier, engine: { ...pier.engine, open }, opened: () => opened };
}

const [query, management] = pierSubjects as [TaskToCertify, TaskToCertify];

describe("a certificate whose answers are judged at once", () => {
  it.each([
    ["read", query],
    ["write", management],
  ])("takes a further state for each answer of those that %s, and says the same", async (_, subject) => {
    const opened = async (concurrency: number) => {
      const tools = counting();
      const { certificate } = await certifyFrom({}, subject, tools, mutants, concurrency);
      return { certificate, states: tools.opened() };
    };
    const one = await opened(1);
    const three = await opened(3);
    expect(one.states).toBe(2);
    expect(three.states).toBeGreaterThan(2);
    expect(three.certificate).toEqual(one.certificate);
  });
});

describe("a certificate from what is known", () => {
  it("opens no database after an edit of words, and one after an edit of the gold", async () => {
    const first = await certifyFrom({}, query, pier, mutants);
    const { ambiguities } = query.task;
    const words = {
      ...query.task,
      ambiguities: ambiguities.map((one) => ({ ...one, words: "A depth above 5." })),
    };
    const tools = counting();
    const second = await certifyFrom(first.outcomes, { ...query, task: words }, tools, mutants);
    expect(tools.opened()).toBe(0);
    expect(second.certificate.properties.talkable).not.toEqual(first.certificate.properties.talkable);
    const gold = { ...query.task, goldSql: ["SELECT id, name FROM berth WHERE depth > 5 AND width > 3"] };
    const third = await certifyFrom(second.outcomes, { ...query, task: gold }, tools, mutants);
    expect(tools.opened()).toBeGreaterThan(0);
    expect(third.certificate).not.toEqual(second.certificate);
  });

  it("equals one from nothing after random edits", async () => {
    const edits = fc.array(subjectEdits("pier"), { minLength: 1, maxLength: 3 });
    const begins = await Promise.all(
      [query, management].map(async (subject) => ({
        subject,
        outcomes: (await certifyFrom({}, subject, pier, mutants)).outcomes,
      })),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...begins), edits, async (begin, changes) => {
        expect(await differenceAfter(changes, begin, pier, mutants)).toBeNull();
      }),
      { seed: 10, numRuns: 5, endOnFailure: true },
    );
  });
});
