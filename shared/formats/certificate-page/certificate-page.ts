import {
  type Certificate,
  type CertificateVerdict,
  type MutantResult,
  type PropertyName,
  type PropertyResult,
  propertyNames,
} from "../../domain/certificate.ts";
import { escapeHtml, table } from "../page/markup.ts";
import { pageStyle } from "../page/page-style.ts";

const verdictWords: Record<CertificateVerdict, string> = {
  certified: "certified",
  "certified-with-exceptions": "certified, with exceptions",
  "not-certified": "not certified",
};

/**
 * Certificates as one HTML file that needs nothing else and runs no script: tasks × properties, the mutants, and the evidence
 * of each task. Given in pieces.
 */
export function* certificatePage(title: string, certificates: readonly Certificate[]): Generator<string> {
  const name = escapeHtml(title);
  yield `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Certificates: ${name}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>${pageStyle}</style></head>
<body><h1>Certificates: ${name}</h1>
<p>Each property was judged by running the gold, its other readings, its mutants and the built-in systems on the task's database.
A share has its counts beside it; – is where there is nothing to measure.</p>
<h2>Tasks</h2>\n`;
  const ids = new Map(certificates.map((one, at) => [one, `task-${at + 1}`]));
  yield table(
    ["Task", "Verdict", ...propertyNames, "Mutants detected", "Unexplained"],
    certificates.map((one) => [
      `<a href="#${ids.get(one)}">${escapeHtml(one.instanceId)}</a>`,
      verdictCell(one.verdict),
      ...propertyNames.map((property) => mark(one.properties[property])),
      detected(one),
      String(one.counts.byClass.unexplained),
    ]),
  );
  yield "<h2>Evidence</h2>\n";
  for (const [certificate, id] of ids) yield evidence(certificate, id);
  yield "</body></html>\n";
}

function verdictCell(verdict: CertificateVerdict): string {
  return `<span class="${verdict === "not-certified" ? "bad" : "good"}">${verdictWords[verdict]}</span>`;
}

function mark({ holds, applies, exceptions }: PropertyResult): string {
  if (holds === null) return `<span class="dim">${applies ? "not judged" : "–"}</span>`;
  if (!holds) return '<span class="bad">✘ no</span>';
  return `<span class="good">✔ yes${exceptions.length > 0 ? `, ${exceptions.length} excepted` : ""}</span>`;
}

function detected({ counts: { score, status } }: Certificate): string {
  const found = status.killed + status.timeout;
  const all = found + status.survived + status["no-coverage"];
  return score === null ? "–" : `${(100 * score).toFixed(1)} % <small>${found} of ${all}</small>`;
}

function evidence(certificate: Certificate, id: string): string {
  const { instanceId, verdict, properties, mutants, hashes } = certificate;
  const survivors = mutants.filter(({ survivor }) => survivor !== null);
  const rows = survivors.map((one) => survivorRow(one));
  const list = table(["Phase", "Mutant", "Class", "Rule", "Evidence"], rows);
  return `<details id="${id}"${verdict === "not-certified" ? " open" : ""}><summary><b>${escapeHtml(instanceId)}</b> ${verdictCell(verdict)}</summary>
<ol>${propertyNames.map((name) => propertyItem(name, properties[name])).join("\n")}</ol>
${survivors.length === 0 ? "" : `<h3>Survivors</h3>\n${list}`}
<p><small>${Object.entries(hashes)
    .map(([what, hash]) => `${what}: ${escapeHtml(hash)}`)
    .join(" · ")}</small></p></details>\n`;
}

function propertyItem(name: PropertyName, result: PropertyResult): string {
  const counts = Object.entries(result.counts).map(([what, count]) => `${count} ${what}`);
  const broken = result.findings
    .filter(({ severity }) => severity === "error")
    .map(({ message }) => `<div class="bad">${escapeHtml(message)}</div>`);
  const excepted = result.exceptions.map(
    ({ reason, rule, name: who }) =>
      `<div>${escapeHtml(reason)} <small>${escapeHtml(rule)}, ${escapeHtml(who)}</small></div>`,
  );
  const said = [escapeHtml(result.reason ?? counts.join(" · ")), ...broken, ...excepted].join("\n");
  return `<li><span>${name} ${mark(result)}</span><div>${said}</div></li>`;
}

function survivorRow({ phase, operator, meaning, replacement, survivor }: MutantResult): string[] {
  const { rows } = survivor ?? { rows: null };
  const sql = rows === null ? "" : `<pre>${escapeHtml(rows.sql.join(";\n"))}</pre>`;
  return [
    String(phase),
    `${escapeHtml(meaning)} <small>${escapeHtml(operator)}: ${escapeHtml(replacement.trim())}</small>`,
    survivor?.class ?? "",
    escapeHtml(survivor?.rule ?? ""),
    `${escapeHtml(survivor?.summary ?? "")}${sql}`,
  ];
}
