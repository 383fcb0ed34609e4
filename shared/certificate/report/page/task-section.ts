import {
  type CertificateException,
  type PropertyName,
  type PropertyResult,
  propertyNames,
} from "../../../domain/certificate.ts";
import type { Evidence, Finding } from "../../../domain/finding.ts";
import { subTasks } from "../../../domain/task.ts";
import { escapeHtml } from "../../../formats/page/markup.ts";
import { snakeCase } from "../../../formats/snake-case-json.ts";
import { propertyMeanings } from "../../certificate-words.ts";
import { type ReportedTask, voidBecause } from "../reported-task.ts";
import { clipped, countWords, scoreText, signOf, verdictMark } from "./report-markup.ts";
import { propertyId } from "./report-matrix.ts";
import { mutantBars } from "./report-summary.ts";
import { rowsTable } from "./rows-table.ts";
import { survivorSections } from "./survivor-sections.ts";

/** The rule of the findings that speak of one survivor each; these are shown as survivors. */
const survivorRule = "mutant-survives";

/** The evidence of one task, which opens; `id` is its fragment in the page, inside what opens so that a link opens it. */
export function taskSection(task: ReportedTask, { id, isOpen }: { id: string; isOpen: boolean }): string {
  const { certificate, changed, madeAt } = task;
  const { instanceId, verdict, properties, counts, hashes } = certificate;
  const notes = [
    changed.length === 0 ? "" : `<p class="void">Void: ${voidBecause(changed)}.</p>`,
    ...wordsAndGold(task),
  ];
  const spokenOf = Object.entries(hashes).map(([what, hash]) => `${what} ${escapeHtml(hash)}`);
  const made = madeAt === null ? "" : `Computed at ${escapeHtml(madeAt)}. `;
  return `<details class="task"${isOpen ? " open" : ""}><summary><b>${clipped(instanceId, 200)}</b> ${verdictMark(verdict)}
<span>mutants detected: ${scoreText(counts)}</span></summary>
<div id="${id}"></div>
${notes.join("\n")}
<dl class="properties">${propertyNames.map((name) => propertyEntry(id, name, properties[name])).join("\n")}</dl>
${ignored(task)}${counts.total === 0 ? "" : mutantBars(counts)}${survivorSections(task)}
<p><small>${made}Speaks of: ${spokenOf.join(" · ")}</small></p></details>\n`;
}

function wordsAndGold({ task }: ReportedTask): string[] {
  if (task === null) return ["<p>The task as it was certified is not at hand; its gold is not shown.</p>"];
  const question = task.ambiguousQuestion ?? task.clearQuestion;
  const gold = subTasks(task).flatMap(({ phase, goldSql }) =>
    goldSql.map((sql) => `<p>Phase ${phase}</p><pre>${clipped(sql, 20_000)}</pre>`),
  );
  return [
    question === null ? "" : `<blockquote>${clipped(question)}</blockquote>`,
    gold.length === 0 ? "" : `<details><summary>Gold SQL</summary>${gold.join("\n")}</details>`,
  ];
}

function propertyEntry(id: string, name: PropertyName, result: PropertyResult): string {
  const { text, words, tone } = signOf(result);
  const { findings, exceptions, reason, counts } = result;
  const shown = findings.filter(({ rule }) => rule !== survivorRule);
  const survivors = findings.length - shown.length;
  const parts = [
    `<div class="dim">${escapeHtml(propertyMeanings[name])}</div>`,
    reason === null ? countsText(counts) : `<div>${clipped(reason)}</div>`,
    listOf(shown.map(findingItem)),
    survivors === 0 ? "" : `<div class="bad">${countWords(survivors, "survivor")} below</div>`,
    exceptions.length === 0 ? "" : `<div>Excepted:</div>${listOf(exceptions.map(exceptionItem))}`,
  ];
  return `<dt id="${propertyId(id, name)}"><span class="${tone}">${text}</span> ${name}<br><small>${words}</small></dt>
<dd>${parts.filter((part) => part !== "").join("\n")}</dd>`;
}

function countsText(counts: PropertyResult["counts"]): string {
  const said = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${count} ${escapeHtml(snakeCase(what).replace(/[-_]/g, " "))}`);
  return said.length === 0 ? "" : `<div>${said.join(" · ")}</div>`;
}

function listOf(items: readonly string[]): string {
  return items.length === 0 ? "" : `<ul>${items.map((item) => `<li>${item}</li>`).join("\n")}</ul>`;
}

const severityTones = { error: "bad", warning: "warn", info: "dim" } as const;

function findingItem({ severity, rule, message, evidence, fix }: Finding): string {
  const mend = fix === undefined ? "" : `<div class="dim">${clipped(fix.description)}</div>`;
  return `<span class="${severityTones[severity]}">${severity}:</span> ${clipped(message)} <small>${escapeHtml(rule)}</small>${
    evidence === undefined ? "" : evidenceOf(evidence)
  }${mend}`;
}

function evidenceOf(evidence: Evidence): string {
  switch (evidence.kind) {
    case "text":
      return `<div class="dim">${clipped(evidence.text)}</div>`;
    case "sql":
      return `<pre>${clipped(evidence.sql)}</pre>`;
    case "rows":
      return rowsTable("", evidence.columns, evidence.rows);
  }
}

function exceptionItem({ reason, rule, name }: CertificateException): string {
  return `${clipped(reason)} <small>${escapeHtml(rule)}, by ${clipped(name, 200)}</small>`;
}

/** The mutants that a person left out, with what they said. */
function ignored({ certificate: { mutants } }: ReportedTask): string {
  const items = mutants
    .filter(({ status }) => status === "ignored")
    .map(
      ({ phase, meaning, operator, reason }) =>
        `Phase ${phase}: ${clipped(meaning, 400)} <small>${escapeHtml(operator)}</small>: ${clipped(reason ?? "")}`,
    );
  return items.length === 0 ? "" : `<h3>${countWords(items.length, "ignored mutant")}</h3>${listOf(items)}`;
}
