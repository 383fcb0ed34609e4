import { propertyNames, survivorClasses } from "../../../domain/certificate.ts";
import { escapeHtml } from "../../../formats/page/markup.ts";
import { propertyMeanings, survivorClassWords } from "../../certificate-words.ts";
import type { CertificateReport } from "../reported-task.ts";
import { reportMatrix } from "./report-matrix.ts";
import { reportStyle } from "./report-style.ts";
import { reportSummary } from "./report-summary.ts";
import { taskSection } from "./task-section.ts";

/**
 * Certificates as one HTML file that needs nothing else and runs no script: what they come to, tasks × properties, and the
 * evidence of each task. Given in pieces, so that a long report is never held as one text.
 */
export function* reportPage({ title, tasks }: CertificateReport): Generator<string> {
  const name = escapeHtml(title);
  yield `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Certificates: ${name}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>${reportStyle}</style></head>
<body><main><h1>Certificates: ${name}</h1>
<p>A certificate proves by execution that a task cannot be solved without asking, can be solved by asking, and is guarded by tests
that catch wrong answers. Computed by Querent${times(tasks)}.</p>\n`;
  yield reportSummary(tasks.map(({ certificate }) => certificate));
  yield `<h2 id="tasks">Tasks</h2>\n${reportMatrix(tasks)}<h2>Evidence</h2>\n`;
  for (const [at, task] of tasks.entries())
    yield taskSection(task, { id: `task-${at + 1}`, isOpen: tasks.length === 1 });
  yield `<h2>What the words mean</h2>\n${definitions()}</main></body></html>\n`;
}

function times(tasks: CertificateReport["tasks"]): string {
  const days = tasks
    .flatMap(({ madeAt }) => (madeAt === null ? [] : [escapeHtml(madeAt.slice(0, 10))]))
    .sort();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined) return "";
  return first === last ? ` on ${first}` : ` from ${first} to ${last}`;
}

function definitions(): string {
  const terms = [
    ...propertyNames.map((name) => [name, propertyMeanings[name]]),
    [
      "mutant",
      "The gold with one change of an operator in it. Its status is as Stryker defines it: killed, survived, timeout, no coverage, run error or ignored.",
    ],
    [
      "detected",
      "Killed and timeout, of these with survived and no coverage. Run errors and ignored mutants stay out; – is where there is nothing to measure.",
    ],
    ...survivorClasses.map((name) => [survivorClassWords[name].title, survivorClassWords[name].meaning]),
  ] as [string, string][];
  return `<dl class="properties">${terms.map(([term, meaning]) => `<dt>${term}</dt><dd>${meaning}</dd>`).join("\n")}</dl>\n`;
}
