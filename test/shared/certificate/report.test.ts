import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Ajv } from "ajv";
import type { MutationTestResult } from "mutation-testing-report-schema/api";
import { describe, expect, it } from "vitest";
import { mutantCounts } from "#shared/certificate/mutant-score.ts";
import { changedLines } from "#shared/certificate/report/changed-lines.ts";
import { reportFormatOf, reportFormats } from "#shared/certificate/report/report-formats.ts";
import type { CertificateReport, ReportedTask } from "#shared/certificate/report/reported-task.ts";
import { certificateVerdict, judged, notApplicable } from "#shared/certificate/verdict.ts";
import {
  type Certificate,
  type MutantResult,
  mutantStatuses,
  propertyNames,
} from "#shared/domain/certificate.ts";
import { harbourTask } from "../../tasks/harbour-loads-task.ts";

const gold = "SELECT name\r\nFROM berth\r\nWHERE depth > 5";
const range = { from: gold.indexOf(">"), to: gold.indexOf(">") + 1 };

function mutant(change: Partial<MutantResult> = {}): MutantResult {
  return {
    ...{ phase: 1, statement: 0, range, operator: "comparison", meaning: "at least 5", replacement: ">=" },
    ...{ status: "killed", reason: null, survivor: null },
    ...change,
  };
}

const survivor: MutantResult = mutant({
  status: "survived",
  survivor: {
    ...{ class: "data-blind", rule: "aimed-rows", summary: "they differ with a berth of 5 m" },
    rows: {
      ...{ aim: "a value at 5", sql: ["INSERT INTO berth VALUES ('G', 5)"] },
      columns: [{ name: "name", declaredType: "text" }],
      ...{ gold: [], mutant: [["tG"], [null]] },
    },
  },
});

function reported(mutants: MutantResult[], change: Partial<ReportedTask> = {}): ReportedTask {
  const properties = Object.fromEntries(
    propertyNames.map((name) => [name, name === "stateful" ? notApplicable("no state") : judged([], {})]),
  ) as Certificate["properties"];
  const hashes = { task: "t", database: "d", knowledge: "k", profile: "p", simulator: "s", operators: "o" };
  return {
    certificate: {
      ...{ instanceId: "pier_1", verdict: certificateVerdict(properties), properties, mutants, hashes },
      counts: mutantCounts(mutants, 0),
    },
    task: { ...harbourTask, goldSql: [gold], followUp: null },
    ...{ madeAt: "2026-11-23T10:00:00.000Z", changed: [] },
    ...change,
  };
}

const textOf = (report: CertificateReport, format: keyof typeof reportFormats) =>
  [...reportFormats[format].write(report)].join("");

describe("a report for tools of mutation testing", () => {
  const schema = createRequire(import.meta.url).resolve(
    "mutation-testing-report-schema/mutation-testing-report-schema.json",
  );
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(
    JSON.parse(readFileSync(schema, "utf8")),
  );
  const write = (tasks: ReportedTask[]): MutationTestResult =>
    JSON.parse(textOf({ title: "pier", tasks }, "mutation-testing"));

  it("is valid by the schema, with every status a mutant can have", () => {
    const all = mutantStatuses.map((status) => mutant({ status, reason: `because ${status}` }));
    const report = write([reported([...all, survivor])]);
    expect(validate(report), JSON.stringify(validate.errors)).toBe(true);
    const [file] = Object.values(report.files);
    expect(file?.mutants.map(({ status }) => status)).toEqual([
      ...["Killed", "Survived", "Timeout", "NoCoverage", "RuntimeError", "Ignored", "Survived"],
    ]);
    expect(file?.mutants.at(-1)?.statusReason).toBe(
      "data-blind (aimed-rows): they differ with a berth of 5 m",
    );
    expect(validate({ ...report, thresholds: { high: 101, low: 0 } })).toBe(false);
  });

  it("locates a mutant by line and column of the gold, from 1", () => {
    const [file] = Object.values(write([reported([mutant()])]).files);
    const { start, end } = file?.mutants[0]?.location ?? { start: null, end: null };
    expect([start, end]).toEqual([
      { line: 3, column: 13 },
      { line: 3, column: 14 },
    ]);
    expect(file?.source.split("\n")[2]?.slice(12, 13)).toBe(">");
  });

  it("names two tasks of one id apart, and those whose gold is not at hand", () => {
    const report = write([reported([mutant()]), reported([mutant()]), reported([mutant()], { task: null })]);
    expect(Object.keys(report.files)).toEqual(["pier_1/phase-1/gold-1.sql", "pier_1 (2)/phase-1/gold-1.sql"]);
    expect(report.config).toEqual({ title: "pier", leftOut: ["pier_1"] });
    expect(validate(report), JSON.stringify(validate.errors)).toBe(true);
  });

  it("leaves out a mutant of a gold that was another text", () => {
    const late = mutant({ range: { from: 1_000, to: 1_001 } });
    const [file] = Object.values(write([reported([late])]).files);
    expect(file?.mutants).toEqual([]);
  });
});

describe("a page of certificates", () => {
  it("puts no text of a task, of a person or of an evaluator into the page as HTML", () => {
    const evil = `"'><script>alert(1)</script><img src=x onerror=alert(2)>`;
    const one = reported([mutant({ ...survivor, meaning: evil, operator: evil, replacement: evil })]);
    const { certificate, task } = one;
    const where = { kind: "task" } as const;
    const finding = {
      rule: evil,
      severity: "error",
      where,
      message: evil,
      fix: { description: evil },
    } as const;
    const runs = judged(
      [
        { ...finding, evidence: { kind: "text", text: evil } },
        { ...finding, evidence: { kind: "sql", sql: evil } },
        {
          ...finding,
          evidence: { kind: "rows", columns: [{ name: evil, declaredType: evil }], rows: [[`t${evil}`]] },
        },
      ],
      { [evil]: 1 },
      [{ rule: evil, where, reason: evil, name: evil }],
    );
    const evilTask: ReportedTask = {
      ...one,
      madeAt: evil,
      certificate: {
        ...certificate,
        instanceId: evil,
        properties: { ...certificate.properties, runs, talkable: notApplicable(evil) },
        hashes: { ...certificate.hashes, task: evil },
      },
      task: task && { ...task, ambiguousQuestion: evil, goldSql: [evil.repeat(3)] },
    };
    const page = textOf({ title: evil, tasks: [evilTask] }, "html");
    expect(page).not.toMatch(/<script|<img/);
    expect(page.split("&#60;script&#62;").length).toBeGreaterThan(18);
    expect(page).not.toMatch(/https?:/);
  });

  it("cuts texts that no one reads to their end", () => {
    const long = "x".repeat(3_000_000);
    const one = reported([mutant({ ...survivor, meaning: long, replacement: long })]);
    const task = one.task && { ...one.task, goldSql: [`${gold} -- ${long}`], ambiguousQuestion: long };
    const page = textOf({ title: "pier", tasks: [{ ...one, task }] }, "html");
    expect(page.length).toBeLessThan(100_000);
    expect(page).toContain("more characters");
  });

  it("has the counts beside every share, and – where there is nothing to measure", () => {
    const none = reported([mutant({ status: "run-error" })]);
    const page = textOf({ title: "pier", tasks: [reported([mutant(), survivor]), none] }, "html");
    expect(page).toContain("50.0 % <small>1 of 2</small>");
    expect(page).toContain('<td class="number nowrap"><span class="dim">–</span></td>');
  });

  it("says of a void certificate what changed since", () => {
    const page = textOf({ title: "pier", tasks: [reported([], { changed: ["database"] })] }, "html");
    expect(page).toContain("void: the database changed");
  });
});

describe("the lines of a change", () => {
  it("are those that it touches, as they were and as they are, and the lines next to them", () => {
    const lines = changedLines("a\nb\nc\nd\ne", { from: 4, to: 5 }, "x\ny");
    expect(lines.map(({ kind, number, text }) => `${kind} ${number} ${text}`)).toEqual([
      ...["same 2 b", "removed 3 c", "added 3 x", "added 4 y", "same 4 d"],
    ]);
    expect(lines[1]?.marked).toEqual({ from: 0, to: 1 });
  });

  it("mark nothing where something is only taken away, and are cut far from the change", () => {
    const text = `${"a".repeat(1_000)} b ${"c".repeat(1_000)}`;
    const [removed, added] = changedLines(text, { from: 1_000, to: 1_002 }, "");
    expect(removed?.text.slice(removed.marked?.from, removed.marked?.to)).toBe(" b");
    expect([removed?.text.length, added?.marked]).toEqual([804, null]);
  });
});

describe("the format of a report", () => {
  it("is known by the end of the file's name", () => {
    const titles = ["a.HTML", "a.json", "a.mutation.json", "a.txt"].map(
      (name) => reportFormatOf(name)?.title,
    );
    expect(titles).toEqual(["Page (HTML)", "JSON", "mutation-testing-report-schema", undefined]);
  });
});
