import {
  type Certificate,
  type MutantStatus,
  mutantStatuses,
  propertyNames,
  type SurvivorClass,
} from "../../../domain/certificate.ts";
import { mutantStatusWords, survivorClassWords, verdictWords } from "../../certificate-words.ts";
import { type CertificateSummary, certificateSummary } from "../certificate-summary.ts";
import { bar, countWords, scoreText } from "./report-markup.ts";

/** The colours of the bars; each part is named below its bar. */
const statusFills: Record<MutantStatus, string> = {
  killed: "fill-good",
  timeout: "fill-good",
  survived: "fill-bad",
  "no-coverage": "fill-bad",
  "run-error": "fill-dim",
  ignored: "fill-soft",
};
const classFills: Record<SurvivorClass, string> = {
  "test-too-weak": "fill-bad",
  unexplained: "fill-bad",
  "data-blind": "fill-warn",
  "evaluator-blind": "fill-warn",
  equivalent: "fill-dim",
};

/** Survivors that a better test or more data could kill come first. */
export const classOrder: readonly SurvivorClass[] = [
  "test-too-weak",
  "unexplained",
  "data-blind",
  "evaluator-blind",
  "equivalent",
];

/** What certificates come to together: verdicts, mutants, and how often each property holds. */
export function reportSummary(certificates: readonly Certificate[]): string {
  const summary = certificateSummary(certificates);
  return `<h2>Summary</h2>\n${tiles(summary)}${mutantBars(summary.mutants)}${propertyTable(summary)}`;
}

function tiles({ tasks, verdicts, mutants }: CertificateSummary): string {
  const share = (count: number) => `${count} <small class="dim">of ${countWords(tasks, "task")}</small>`;
  const all = [
    [verdictWords.certified, share(verdicts.certified)],
    [verdictWords["certified-with-exceptions"], share(verdicts["certified-with-exceptions"])],
    [verdictWords["not-certified"], share(verdicts["not-certified"])],
    ["mutants detected", scoreText(mutants)],
  ];
  return `<dl class="tiles">${all.map(([term, value]) => `<div><dt>${term}</dt><dd>${value}</dd></div>`).join("")}</dl>\n`;
}

/** The mutants by status, and those that survive by why they do. */
export function mutantBars({ status, byClass, total, notRun }: CertificateSummary["mutants"]): string {
  if (total === 0) return "";
  const statuses = mutantStatuses.map((name) => ({
    ...{ words: mutantStatusWords[name], count: status[name], fill: statusFills[name] },
  }));
  const classes = classOrder.map((name) => ({
    ...{ words: survivorClassWords[name].title, count: byClass[name], fill: classFills[name] },
  }));
  const rest = notRun === 0 ? "" : ` <small>a sample: ${notRun} more were not run</small>`;
  const survivors = bar(classes);
  return `<h3>${countWords(total, "mutant")}${rest}</h3>\n${bar(statuses)}${
    survivors === ""
      ? ""
      : `<h3>${countWords(status.survived, "survivor")}, by why they survive</h3>\n${survivors}`
  }`;
}

function propertyTable({ properties }: CertificateSummary): string {
  const rows = propertyNames.map((name) => {
    const { holds, fails, notJudged, notApplicable, exceptions } = properties[name];
    const cells = [holds, fails, notJudged, notApplicable, exceptions].map(
      (count, at) => `<td class="number${count === 0 ? " dim" : at === 1 ? " bad" : ""}">${count}</td>`,
    );
    return `<tr><th scope="row">${name}</th>${cells.join("")}</tr>`;
  });
  const heads = ["✔ holds", "✘ does not hold", "? not judged", "– not applicable", "exceptions"];
  return `<div class="scroll"><table><thead><tr><th scope="col">Property</th>${heads
    .map((head) => `<th scope="col" class="number">${head}</th>`)
    .join("")}</tr></thead><tbody>\n${rows.join("\n")}\n</tbody></table></div>\n`;
}
