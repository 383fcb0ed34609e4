import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { judged } from "#shared/certificate/verdict.ts";
import type { PropertyResult, SurvivorEvidence } from "#shared/domain/certificate.ts";
import type { TaskToCertify } from "../../electron/certificate/certified-task.ts";
import { type CertificateTools, certifyTask } from "../../electron/certificate/certify-task.ts";
import { type CachedOutcomes, createOutcomes } from "../../electron/certificate/outcome-cache.ts";
import { firstAnswer, stillSearched } from "../../electron/certificate/unexplained.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { pierSubjects } from "./edited-subjects.ts";
import { openPier } from "./incremental-certificates.ts";

let pier: Awaited<ReturnType<typeof openPier>>;
beforeAll(async () => {
  pier = await openPier(temporaryFolder());
});
afterAll(() => pier.close());

/** Certifies with every mutant, and writes down what is told in which order. */
async function told(known: CachedOutcomes, subject: TaskToCertify, tools: CertificateTools) {
  const outcomes = createOutcomes(known);
  const events: { kind: "first" | "judged" | "survivors"; name?: string; result?: PropertyResult }[] = [];
  const certificate = await certifyTask(subject, tools, {
    ...{ outcomes, mostMutants: null, signal: new AbortController().signal },
    setting: { profile: "conv", behaviour: "fixed" },
    onProperty: (name, result) => events.push({ kind: "judged", name, result }),
    onFirstAnswer: (name, result) => events.push({ kind: "first", name, result }),
    onSurvivors: () => events.push({ kind: "survivors" }),
  });
  return { events, certificate, outcomes: outcomes.used() };
}

describe("the first answers of a certificate", () => {
  it("are there on every property before rows are searched, and each is judged once in the end", async () => {
    const { events, certificate, outcomes } = await told({}, pierSubjects[0] as TaskToCertify, pier);
    const search = events.findIndex(({ kind }) => kind === "survivors");
    expect(search).toBeGreaterThan(0);
    const before = events.slice(0, search);
    expect(new Set(before.map(({ name }) => name)).size).toBe(8);
    const first = before.filter(({ kind }) => kind === "first");
    expect(first.map(({ name }) => name)).toContain("guarded");
    for (const { result } of first) expect(result).toMatchObject({ holds: null, reason: stillSearched });
    const ended = events.flatMap(({ kind, name, result }) => (kind === "judged" ? [[name, result]] : []));
    expect(ended).toHaveLength(8);
    expect(Object.fromEntries(ended)).toEqual(certificate.properties);
    expect(certificate.counts.byClass["data-blind"]).toBeGreaterThan(0);
    const again = await told(outcomes, pierSubjects[0] as TaskToCertify, pier);
    // What rows were found for is known at once.
    expect(again.events.map(({ kind }) => kind)).not.toContain("first");
    expect(again.certificate).toEqual(certificate);
  });

  it("say that a property does not hold only where no rows could change that", () => {
    const unexplained = new Map([["mutant", {} as never]]);
    const finding = { rule: "a", severity: "error", where: { kind: "task" }, message: "No." } as const;
    const judge = (isLost: boolean) => (explained: ReadonlyMap<string, SurvivorEvidence>) =>
      judged(isLost || explained.get("mutant")?.class !== "evaluator-blind" ? [finding] : [], {});
    expect(firstAnswer(unexplained, judge(true))).toMatchObject({ holds: false, findings: [finding] });
    expect(firstAnswer(unexplained, judge(false))).toMatchObject({ holds: null, reason: stillSearched });
  });

  it("say so as soon as one that nothing explains is found, while others are still searched", () => {
    const finding = { rule: "a", severity: "error", where: { kind: "task" }, message: "No." } as const;
    const names = ["one", "other"];
    const judge = (explained: ReadonlyMap<string, SurvivorEvidence>) =>
      judged(names.some((name) => explained.get(name)?.class === "unexplained") ? [finding] : [], {});
    const searched = new Map(names.map((name) => [name, {} as never]));
    const evidence = (is: "data-blind" | "unexplained"): SurvivorEvidence => ({
      ...{ class: is, rule: "same-on-this-data", summary: "The same rows", rows: null },
    });
    const afterOne = (is: "data-blind" | "unexplained") =>
      firstAnswer(searched, judge, new Map([["one", evidence(is)]]));
    expect(afterOne("data-blind")).toMatchObject({ holds: null, reason: stillSearched });
    expect(afterOne("unexplained")).toMatchObject({ holds: false, findings: [finding] });
  });
});
