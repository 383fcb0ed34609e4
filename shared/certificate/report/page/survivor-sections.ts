import type { AimedRows, MutantResult, SurvivorClass } from "../../../domain/certificate.ts";
import { escapeHtml, table } from "../../../formats/page/markup.ts";
import { survivorClassWords } from "../../certificate-words.ts";
import { type ChangedLine, changedLines } from "../changed-lines.ts";
import { changedGold, type ReportedTask } from "../reported-task.ts";
import { clipped } from "./report-markup.ts";
import { classOrder } from "./report-summary.ts";
import { rowsTable } from "./rows-table.ts";

type Survivor = MutantResult & { survivor: NonNullable<MutantResult["survivor"]> };

/** The survivors of a task by why they survive, each with its change of the SQL and what shows its class. */
export function survivorSections(task: ReportedTask): string {
  const survivors = task.certificate.mutants.filter((one): one is Survivor => one.survivor !== null);
  const of = (name: SurvivorClass) => survivors.filter(({ survivor }) => survivor.class === name);
  const open = classOrder
    .filter((name) => name !== "equivalent")
    .map((name) => {
      const own = of(name);
      const { title, meaning } = survivorClassWords[name];
      const heading = `<h3>${own.length} ${title} <small>${meaning}</small></h3>`;
      return own.length === 0 ? "" : `${heading}\n${own.map((one) => card(task, one)).join("\n")}`;
    });
  return open.join("\n") + equivalents(of("equivalent"));
}

function equivalents(survivors: readonly Survivor[]): string {
  if (survivors.length === 0) return "";
  const rows = survivors.map(({ phase, meaning, operator, survivor }) => [
    String(phase),
    `${clipped(meaning, 400)} <small>${escapeHtml(operator)}</small>`,
    escapeHtml(survivor.rule),
    clipped(survivor.summary, 400),
  ]);
  const { title, meaning } = survivorClassWords.equivalent;
  return `<details><summary>${survivors.length} ${title} <small>${meaning}</small></summary>${table(["Phase", "Mutant", "Rule", "Why"], rows)}</details>\n`;
}

function card(task: ReportedTask, mutant: Survivor): string {
  const { phase, meaning, operator, replacement, survivor } = mutant;
  const sql = changedGold(task, mutant);
  const change =
    sql === null
      ? `<pre>${clipped(replacement.trim())}</pre>`
      : diff(changedLines(sql, mutant.range, replacement));
  return `<div class="survivor"><p><b>${clipped(meaning, 400)}</b> <small>${escapeHtml(operator)}, phase ${phase}</small></p>
${change}<p>${clipped(survivor.summary, 600)} <small>${escapeHtml(survivor.rule)}</small></p>${
    survivor.rows === null ? "" : aimed(survivor.rows)
  }</div>`;
}

const diffRows = {
  same: { tone: "", sign: "", mark: "b" },
  removed: { tone: "gone", sign: "−", mark: "del" },
  added: { tone: "come", sign: "+", mark: "ins" },
} as const;

function diff(lines: readonly ChangedLine[]): string {
  const rows = lines.map(({ kind, number, text, marked }) => {
    const { tone, sign, mark } = diffRows[kind];
    const code =
      marked === null
        ? clipped(text)
        : `${clipped(text.slice(0, marked.from))}<${mark}>${clipped(text.slice(marked.from, marked.to))}</${mark}>${clipped(text.slice(marked.to))}`;
    return `<div class="${tone}"><span>${number}</span><span>${sign}</span><code>${code}</code></div>`;
  });
  return `<div class="diff">${rows.join("")}</div>`;
}

function aimed({ sql, columns, gold, mutant }: AimedRows): string {
  return `<pre>${clipped(sql.join(";\n"), 2_000)}</pre><div class="sides">${side("only the gold returns", columns, gold)}${side("only the mutant returns", columns, mutant)}</div>`;
}

function side(caption: string, columns: AimedRows["columns"], rows: AimedRows["gold"]): string {
  return rows.length === 0
    ? `<div class="dim">${caption}: no row</div>`
    : `<div>${rowsTable(caption, columns, rows)}</div>`;
}
