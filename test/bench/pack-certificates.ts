// Certifies the river-watch pack with every mutant and writes the table of docs/certificate.md (`npm run certificates`).
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { propertyNames } from "#shared/domain/certificate.ts";
import { installPack } from "../../tasks/river-watch/seed.ts";
import { writeBetween } from "../certificate/certificate-page.ts";

/** A line of `querent certify`, as far as the table shows it. */
interface CertificateRow {
  instance_id: string;
  verdict: string;
  properties: Record<string, { holds: boolean | null; applies: boolean; exceptions: unknown[] }>;
  mutants: {
    total: number;
    killed: number;
    timeout: number;
    survived: number;
    run_error: number;
    ignored: number;
    by_class: Record<string, number>;
  };
}

const root = path.join(import.meta.dirname, "../..");
const classes = ["equivalent", "evaluator-blind", "data-blind", "test-too-weak", "unexplained"];

/** The table of some certificates, as Markdown. */
function tableOf(rows: readonly CertificateRow[]): string {
  const heads = [
    "task",
    ...propertyNames,
    "mutants",
    "killed",
    "run error",
    "ignored",
    "survived",
    ...classes,
    "verdict",
  ];
  const lines = rows.map(({ instance_id, properties, mutants, verdict }) => [
    instance_id,
    ...propertyNames.map((name) => markOf(properties[name])),
    ...[
      mutants.total,
      mutants.killed + mutants.timeout,
      mutants.run_error,
      mutants.ignored,
      mutants.survived,
    ],
    ...classes.map((name) => mutants.by_class[name] ?? 0),
    verdict,
  ]);
  const sums = heads.map((_, column) =>
    column <= propertyNames.length || column === heads.length - 1
      ? ""
      : lines.reduce((sum, line) => sum + Number(line[column]), 0),
  );
  const all = [heads, heads.map(() => "---"), ...lines, ["all", ...sums.slice(1)]];
  return all.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function markOf(property: CertificateRow["properties"][string] | undefined): string {
  if (property === undefined || property.holds === null) return property?.applies ? "?" : "–";
  if (!property.holds) return "✘";
  return property.exceptions.length > 0 ? `✔ (${property.exceptions.length})` : "✔";
}

function certified(file: string | undefined): string {
  if (file !== undefined) return readFileSync(file, "utf8");
  const folder = mkdtempSync(path.join(os.tmpdir(), "querent-pack-"));
  try {
    const databases = installPack(path.join(folder, "databases"));
    const out = path.join(folder, "certificates.jsonl");
    const pack = path.join(root, "tasks/river-watch");
    const options = [
      "--knowledge",
      databases,
      "--column-meanings",
      databases,
      "--databases",
      databases,
      "--exceptions",
      path.join(pack, "exceptions.jsonl"),
      "--full",
    ];
    const command = ["certify", "--input", path.join(pack, "tasks.jsonl"), ...options, "--out", out];
    try {
      const entry = ["--import", "./build/node-24.mjs", "build/querent.ts"];
      execFileSync(process.execPath, [...entry, ...command], { cwd: root, stdio: "inherit" });
    } catch (error) {
      // 1 says that a task is not certified, which the table shows.
      if ((error as { status?: number }).status !== 1) throw error;
    }
    return readFileSync(out, "utf8");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const rows = certified(process.argv[2])
  .split("\n")
  .filter(Boolean)
  .map((line) => JSON.parse(line) as CertificateRow);
writeBetween("pack", tableOf(rows));
