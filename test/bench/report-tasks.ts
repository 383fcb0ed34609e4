import { postgresMissing, postgresPrograms } from "../engines/postgres.ts";
import { measureAuthoring } from "./authoring.ts";
import { measureCertificates } from "./certificate.ts";
import { measureMatrix } from "./certificate-matrix.ts";
import { measureChecks } from "./checks.ts";
import { measureDialogues } from "./dialogues.ts";
import { measureLint } from "./lint.ts";
import { measureMutants } from "./mutants.ts";
import { measurePostgresTasks } from "./postgres-tasks.ts";
import { measurePythonTests } from "./python-tests.ts";
import { measureSimulator } from "./simulator.ts";
import { measureTasks } from "./tasks.ts";
import { measureTaskStore } from "./tasks-import.ts";

/** Takes a line of the table: what, how much, and what is aimed at. */
type Report = (what: string, measured: string, target: string) => void;

const ms = (value: number) => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;

/** Lint, import and what authoring works out: no database is touched. */
export async function reportTaskTexts(report: Report): Promise<void> {
  const lint = await measureLint();
  report(
    "lint of one task, median / worst",
    `${ms(lint.perTask.median)} / ${ms(lint.perTask.worst)}`,
    "50 ms",
  );
  for (const [parser, { lintOver }] of Object.entries(lint.parsers))
    report(`lint of one task over ${parser} alone`, `× ${lintOver.toFixed(1)}`, "× 2");
  const store = await measureTaskStore();
  report(
    `import of ${store.tasks} tasks / first lines of the list`,
    `${ms(store.import)} / ${ms(store.list)}`,
    "5 s / 200 ms",
  );
  const { firstAnswer, firstUnquoted, answer, battery } = measureSimulator();
  report(
    "user simulator: first question quoting a term / first other one / any later one (processor)",
    `${ms(firstAnswer.wall)} (${ms(firstAnswer.processor)}) / ${ms(firstUnquoted.wall)} (${ms(firstUnquoted.processor)}) / ${ms(answer)}`,
    "50 ms",
  );
  report(
    "user simulator: battery of one task, median / worst",
    `${ms(battery.median)} / ${ms(battery.worst)}`,
    "300 ms",
  );
  const { reanchor, layout } = measureAuthoring();
  report(`anchors of a gold of ${reanchor.lines} lines found again`, ms(reanchor.median), "20 ms");
  report(
    `knowledge graph of ${layout.nodes} nodes and ${layout.edges} edges laid out`,
    ms(layout.median),
    "500 ms",
  );
}

/** Dialogues between built-in systems and the built-in simulator. */
export async function reportDialogues(report: Report): Promise<void> {
  const { beyondSqlMs, dialogues, rate } = await measureDialogues();
  const at = (share: number) => ms(beyondSqlMs[Math.floor((beyondSqlMs.length - 1) * share)] ?? Number.NaN);
  report("c-Interact dialogue beyond its SQL, p50 / p95", `${at(0.5)} / ${at(0.95)}`, "50 ms");
  report(
    `${dialogues} dialogues, two workers over one`,
    `× ${(rate[2] / rate[1]).toFixed(2)} (${rate[2].toFixed(1)} / ${rate[1].toFixed(1)} a second)`,
    "× 1.6",
  );
}

/** Tasks that run: gold, tests, checks. */
export async function reportTaskRuns(report: Report): Promise<void> {
  const { queryMs, batch } = await measureTasks();
  const at = (share: number) => ms(queryMs[Math.floor((queryMs.length - 1) * share)] ?? Number.NaN);
  report("PGlite: reset, gold and default test, p50 / p95", `${at(0.5)} / ${at(0.95)}`, "100 ms");
  report(
    `${batch.tasks} tasks in one batch, ${batch.concurrency} at once`,
    `${(batch.milliseconds / 1000).toFixed(0)} s, busy ${Math.round(batch.laneUse * 100)} %`,
    "both cores",
  );
  report(
    "memory of the batch, early / most",
    `${Math.round(batch.earlyMegabytes)} / ${Math.round(batch.mostMegabytes)} MB`,
    "bounded",
  );
  const checks = await measureChecks();
  report(
    "all checks of one task, median / worst",
    `${ms(checks.perTask.median)} / ${ms(checks.perTask.worst)}`,
    "2 s",
  );
  const python = await measurePythonTests();
  report(
    "Python test beyond its SQL, p50 / p95",
    `${ms(python.testMs.median)} / ${ms(python.testMs.p95)}`,
    "20 ms",
  );
  if (postgresPrograms() === null) {
    report("PostgreSQL tasks a minute", `not measured: ${postgresMissing}`, "× 10");
    return;
  }
  for (const { kind, engine, reference, ratio } of await measurePostgresTasks())
    report(
      `PostgreSQL: ${kind} tasks a minute over dropdb and createdb`,
      `× ${ratio.toFixed(1)} (${Math.round(engine)} / ${Math.round(reference)})`,
      "× 10",
    );
}

/** The mutants of a certificate. */
export async function reportMutants(report: Report): Promise<void> {
  const targets: Record<string, string> = { sqlite: "200 a second", pglite: "50 a second" };
  for (const { kind, mutants, perSecond, rawPerSecond } of await measureMutants())
    report(
      `${mutants} mutants of a query on ${kind}`,
      `${Math.round(perSecond)} a second${rawPerSecond === null ? "" : ` (SQLite alone ${Math.round(rawPerSecond)})`}`,
      targets[kind] ?? "",
    );
}

/** Tasks × properties of a large project. */
export async function reportMatrix(report: Report): Promise<void> {
  const { tasks, firstMs, laterMs, trendMs } = await measureMatrix();
  const what = `matrix of ${tasks} tasks with certificates of 60 mutants`;
  report(`${what}, first time / again, slowest of 5`, `${ms(firstMs)} / ${ms(laterMs)}`, "");
  report(`${what}, verdicts over time`, ms(trendMs), "");
}

/** What the first property, an answer on each, the end of all searches and an edit of words take on our pack. */
export async function reportCertificates(report: Report): Promise<void> {
  const rounded = (value: number) => `${Math.round(value)} ms`;
  for (const { instanceId, firstProperty, everyAnswer, searched, whole } of await measureCertificates()) {
    report(`${instanceId}, first property`, rounded(firstProperty), "300 ms");
    const open = searched.length === 0 ? "all judged" : `rows still searched for ${searched.join(" and ")}`;
    const what = `${instanceId}, an answer on every property on 60 mutants`;
    report(what, `${rounded(everyAnswer)} (${open})`, "5000 ms");
    if (whole === null) continue;
    report(`${instanceId}, all judged, rows searched`, rounded(whole.everyProperty), "");
    report(`${instanceId}, after an edit of words`, rounded(whole.afterEdit), "1000 ms");
  }
}
