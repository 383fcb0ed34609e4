import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");

/** What each addition takes: files of its own, and at most one line (with its import) in a registry. */
const additions: Record<
  string,
  { files: Record<string, string>; registry: [string, ...[string, string][]] }
> = {
  setting: {
    files: {},
    registry: [
      "shared/settings/settings-table.ts",
      [
        "export const personSettings = {",
        '\n  "sql.wrap": setting({ schema: z.boolean(), default: true, appliedBy: "window", label: "Wrap long SQL", help: "" }),',
      ],
    ],
  },
  rule: {
    files: {
      "shared/findings/text/shouting.ts": `
          import { defineRules, textFamily } from "../rule.ts";
          const rules = defineRules({
            "question-shouts": { severity: "info", meaning: "The question is in capitals.", fix: "Write it in small letters." },
          });
          export const shouting = textFamily({
            topic: "follow-up",
            rules,
            *find({ task }) {
              if (task.ambiguousQuestion === task.ambiguousQuestion?.toUpperCase())
                yield { rule: "question-shouts", where: { kind: "task" }, message: "The question is in capitals." };
            },
          });`,
    },
    registry: [
      "shared/findings/registry.ts",
      ['import { budget } from "./text/budget.ts";', '\nimport { shouting } from "./text/shouting.ts";'],
      ["\n  budget,", "\n  shouting,"],
    ],
  },
  "export format": {
    files: {
      "shared/formats/verdict-export/labels-only.ts": `
          import type { ExportFormatSpec } from "./export-format-spec.ts";
          export const labelsOnly: ExportFormatSpec = {
            title: "Labels", contents: "A label a line.", extension: "csv", needsReviewer: false,
            writer: () => ({ item: ({ verdicts }) => \`\${verdicts[0]?.label ?? ""}\\n\`, end: () => "" }),
            losses: () => [], always: [],
          };`,
    },
    registry: [
      "shared/formats/verdict-export/export-formats.ts",
      ['import { jsonlExport } from "./jsonl.ts";', '\nimport { labelsOnly } from "./labels-only.ts";'],
      ["\n  jsonl: jsonlExport,", '\n  "labels-only": labelsOnly,'],
    ],
  },
  diagnosis: {
    files: {},
    registry: [
      "shared/domain/verdict-form.ts",
      [
        "  diagnoses: [",
        '\n    { id: "LegalX", name: "legal doubt", definition: "Nobody may ask this.", key: "6", markers: ["LEGAL DOUBT"] },',
      ],
    ],
  },
  "verdict field": {
    files: {},
    registry: [
      "shared/domain/verdict-form.ts",
      [
        "  fields: [",
        '\n    { id: "effort", name: "effort", definition: "1 easy to 3 hard.", key: null, required: true, kind: "scale", from: 1, to: 3 },\n  ',
      ],
    ],
  },
  operator: {
    files: {
      "shared/sql/mutate/operators/without-offset.ts": `
          import { put } from "../at-node.ts";
          import type { MutationOperator } from "../operator.ts";
          export const withoutOffset: MutationOperator = {
            id: "without-offset", topic: "limit", kinds: ["offset"],
            *mutationsAt({ node }) { yield { splices: [put(node, "")], meaning: "from the first row" }; },
          };`,
    },
    registry: [
      "shared/sql/mutate/registry.ts",
      [
        'import { yearStart } from "./operators/year-start.ts";',
        '\nimport { withoutOffset } from "./operators/without-offset.ts";',
      ],
      ["\n  yearStart,", "\n  withoutOffset,"],
    ],
  },
  screen: {
    files: { "renderer/features/hello/index.ts": "export const HelloScreen = () => null;" },
    registry: [
      "renderer/app/screens.ts",
      [
        "const entries = [",
        '\n  { id: "hello", title: "Hello", icon: Puzzle, keys: ["g h"], needsProject: true, component: lazy(async () => ({ default: (await import("../features/hello/index.ts")).HelloScreen })) },',
      ],
    ],
  },
};

/** An engine of its own: a folder, a line of the registry and its facts. It shows each row as JSON, so that its results are known by it. */
const engine = {
  file: "electron/engines/duckdb/engine.ts",
  text: `
    import { DatabaseSync } from "node:sqlite";
    import type { EngineModule } from "../engine.ts";
    const runsNoTasks = async (): Promise<never> => { throw new Error("It runs no tasks."); };
    export const duckdbEngine: EngineModule<"duckdb"> = {
      ownBytes: 0,
      identity: ({ path }) => path,
      openSession({ path, dbId }) {
        const database = new DatabaseSync(path, { readOnly: true });
        return {
          query: (sql) => ({
            columns: [{ name: "row", declaredType: "text" }],
            rows: database.prepare(sql).all().map((row) => ["t" + JSON.stringify(row)]),
          }),
          describe: () => ({ dbId, tables: [] }),
          isLost: false,
          close: () => database.close(),
        };
      },
      states: { in: "worker", worker: { load: runsNoTasks, open: runsNoTasks } },
    };`,
  line: `
  duckdb: {
    sources: ["sqlite-file"], loadsSqliteFiles: true, readsFilesInPlace: true, needsServer: false, openAtOnce: 1,
    load: async () => (await import("./duckdb/engine.ts")).duckdbEngine as EngineModule,
  },`,
  facts: `
  duckdb: { label: "DuckDB", dialect: "postgresql", title: "DuckDB", detail: "For DuckDB files." },`,
};

/** What the copy's command line says of one prediction, judged on the added engine. */
function judgedOnEngine(copy: string): unknown {
  const database = new DatabaseSync(path.join(copy, "port.sqlite"));
  database.exec(
    "CREATE TABLE ship (id INTEGER, name TEXT); INSERT INTO ship VALUES (1, 'Anna'), (2, 'Cora')",
  );
  database.close();
  const [predicted, gold] = ["SELECT id AS n FROM ship", "SELECT id AS m FROM ship"];
  const item = { question_id: 1, db_id: "port", question: "?", predicted_sql: predicted, gold_sql: gold };
  writeFileSync(path.join(copy, "items.json"), JSON.stringify([item]));
  const args = ["--input", "items.json", "--databases", ".", "--engine", "duckdb", "--out", "items.jsonl"];
  execFileSync(process.execPath, ["bin/querent.mjs", "predictions", "evaluate", ...args], { cwd: copy });
  return JSON.parse(readFileSync(path.join(copy, "items.jsonl"), "utf8"));
}

/** Asks each addition in the copy whether it is alive. */
const probe = `
  import { personSettings, resolved } from "#shared/settings/settings-table.ts";
  import { ruleOf } from "#shared/findings/registry.ts";
  import { findingsPage } from "./build/docs.ts";
  import { ExportFormat, exportFormats } from "#shared/formats/verdict-export/export-formats.ts";
  import { missingPart } from "#shared/domain/judgement-defects.ts";
  import { emptyJudgement } from "#shared/domain/verdict.ts";
  import { roseForm } from "#shared/domain/verdict-form.ts";
  import { diagnosesIn } from "#shared/formats/note-markers.ts";
  import { mutantsWithin } from "#shared/sql/mutate/mutants.ts";
  import { parseTree } from "#shared/sql/tree/parse-tree.ts";
  import { parseRoute } from "./renderer/app/routes.ts";
  console.log(JSON.stringify({
    setting: resolved(personSettings, {})["sql.wrap"],
    rule: ruleOf("question-shouts")?.needs,
    page: findingsPage().includes("question-shouts"),
    "export format": ExportFormat.parse("labels-only") && exportFormats["labels-only"].writer({ reviewer: null, form: roseForm }).item({ verdicts: [{ label: "yes" }] }),
    diagnosis: diagnosesIn("LEGAL DOUBT: may we?", roseForm),
    "verdict field": missingPart(roseForm, { ...emptyJudgement, label: "yes" })?.field,
    operator: mutantsWithin(parseTree("SELECT 1 OFFSET 2", "sqlite"), { from: 0, to: 17 }, { schema: null, knowledge: [], meanings: [] })
      .find(({ operator }) => operator === "without-offset")?.sql,
    screen: parseRoute("#/1/hello")?.screen,
  }));`;

function edit(folder: string, file: string, changes: [string, string][]): void {
  let text = readFileSync(path.join(folder, file), "utf8");
  for (const [after, line] of changes) {
    expect(text, `${file} holds ${after}`).toContain(after);
    text = text.replace(after, () => after + line);
  }
  writeFileSync(path.join(folder, file), text);
}

/** The files in which the compiler finds something missing. */
function incomplete(folder: string): string[] {
  const tsc = path.join(root, "node_modules/.bin/tsc");
  const args = ["-b", "electron", "renderer", "--checkers", "1"];
  const { stdout } = spawnSync(tsc, args, { cwd: folder, encoding: "utf8" });
  return [
    ...new Set(stdout.split("\n").flatMap((line) => /^(\S+?)\(\d+,\d+\): error/.exec(line)?.[1] ?? [])),
  ];
}

const engines = "shared/domain/engine.ts";

describe.skipIf(process.platform === "win32")("on a scratch copy of the source", () => {
  let copy = "";
  let missing: string[] = [];
  beforeAll(() => {
    copy = mkdtempSync(path.join(tmpdir(), "querent-extend-"));
    for (const part of [
      "shared",
      "electron",
      "renderer",
      "build",
      "docs",
      "bin",
      "package.json",
      "tsconfig.base.json",
    ])
      cpSync(path.join(root, part), path.join(copy, part), { recursive: true });
    symlinkSync(path.join(root, "node_modules"), path.join(copy, "node_modules"));
    for (const { files, registry } of Object.values(additions)) {
      for (const [file, text] of Object.entries(files)) {
        mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
        writeFileSync(path.join(copy, file), text);
      }
      const [file, ...changes] = registry;
      edit(copy, file, changes);
    }
    edit(copy, engines, [["z.enum([", '"duckdb", ']]);
    missing = incomplete(copy);
  }, 300_000);
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  it("a kind of engine is asked for its facts and its registry line, and nothing else for more", () => {
    expect(missing.toSorted()).toEqual(["electron/engines/registry.ts", engines]);
  });

  it("an engine runs SQL by a folder, its line in the registry and its facts", () => {
    mkdirSync(path.dirname(path.join(copy, engine.file)), { recursive: true });
    writeFileSync(path.join(copy, engine.file), engine.text);
    edit(copy, "electron/engines/registry.ts", [["EngineEntry> = {", engine.line]]);
    edit(copy, engines, [["EngineFacts> = {", engine.facts]]);
    // By SQLite itself both would be equal: only rows as this engine writes them tell the columns apart.
    expect(judgedOnEngine(copy)).toMatchObject({
      predicted: { status: "ok", rows: 2 },
      gold: { status: "ok", rows: 2 },
      ex: { set: false, multiset: false },
    });
  });

  it("a setting, a rule, an export format, a diagnosis, a verdict field, an operator and a screen live by a file and one line of a registry", () => {
    writeFileSync(path.join(copy, "probe.ts"), probe);
    const alive = execFileSync(process.execPath, ["probe.ts"], { cwd: copy, encoding: "utf8" });
    expect(JSON.parse(alive)).toEqual({
      setting: true,
      rule: "text",
      page: true,
      "export format": "yes\n",
      diagnosis: ["LegalX"],
      "verdict field": "rubric.effort",
      operator: "SELECT 1 ",
      screen: "hello",
    });
  });
});
