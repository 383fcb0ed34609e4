import { readdirSync } from "node:fs";
import path from "node:path";
import { cruise, type ICruiseResult } from "dependency-cruiser";
import layers from "../.dependency-cruiser.mjs";

const folders = ["shared", "electron", "renderer", "build", "tasks"];

/** The rules of .dependency-cruiser.mjs held against the source, and proof that it was read at all. */
export interface LayerReport {
  /** "rule: from → to", one for each violation. */
  violations: string[];
  /** How many of our own modules were cruised, and how many source files there are on disk. */
  cruised: number;
  expected: number;
}

/**
 * Cruises the source below `root`. Without a TypeScript compiler API (TypeScript 7 has none) dependency-cruiser
 * silently sees no file of ours, so the caller must check that `cruised` equals `expected`.
 */
export async function checkLayers(root: string): Promise<LayerReport> {
  const { forbidden, options } = layers;
  const present = folders.filter((folder) => readdirSync(root).includes(folder));
  const { output } = await cruise(present, {
    ...options,
    ruleSet: { forbidden },
    validate: true,
    baseDir: root,
  } as never);
  const result = output as ICruiseResult;
  const own = result.modules.filter(
    ({ source }) => isSource(source) && folders.includes(source.split("/")[0] ?? ""),
  );
  return {
    violations: result.summary.violations.map(
      (violation) => `${violation.rule.name}: ${violation.from} → ${violation.to}`,
    ),
    cruised: own.length,
    expected: present.flatMap((folder) => sourceFiles(path.join(root, folder))).length,
  };
}

function isSource(file: string): boolean {
  return /\.(ts|tsx|mjs)$/.test(file);
}

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isSource(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
}
