import { cpSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { copyBlock, type TableRows } from "./seed/copy-text.ts";
import { incidents } from "./seed/incidents.ts";
import { maintenance } from "./seed/maintenance.ts";
import { measurements } from "./seed/measurements.ts";
import { outfallInspections, outfalls } from "./seed/outfalls.ts";
import { agencies, basins, parameters, qualityLimits, riverRows } from "./seed/reference-rows.ts";
import { constraintsSql, schemaSql } from "./seed/schema.ts";
import { stationRows } from "./seed/stations.ts";
import { technicians } from "./seed/technicians.ts";
import { visits } from "./seed/visits.ts";

/** Every table with its rows, parents first. */
function tables(): TableRows[] {
  return [
    { table: "agency", rows: agencies },
    { table: "basin", rows: basins },
    { table: "river", rows: riverRows },
    { table: "technician", rows: technicians },
    { table: "station", rows: stationRows },
    { table: "parameter", rows: parameters },
    { table: "quality_limit", rows: qualityLimits },
    { table: "visit", rows: visits.map(({ row }) => row) },
    { table: "measurement", rows: measurements },
    { table: "outfall", rows: outfalls },
    { table: "outfall_inspection", rows: outfallInspections },
    { table: "incident", rows: incidents },
    { table: "maintenance", rows: maintenance },
  ];
}

/** The database as one SQL file in the form of pg_dump, its rows as COPY blocks: the same bytes on every machine. */
export function databaseDump(): string {
  const rows = tables().map(copyBlock).join("\n");
  return `${schemaSql}\n${rows}\n${constraintsSql(visits.length, measurements.length)}`;
}

/**
 * Puts the pack's database into `targetDir` as `river_watch.sql`, with its knowledge base and column meanings beside
 * it, and returns `targetDir`, which is made where it is missing.
 */
export function installPack(targetDir: string, packDir: string = import.meta.dirname): string {
  mkdirSync(targetDir, { recursive: true });
  const texts = path.join(packDir, "databases");
  for (const name of readdirSync(texts)) cpSync(path.join(texts, name), path.join(targetDir, name));
  writeFileSync(path.join(targetDir, "river_watch.sql"), databaseDump());
  return targetDir;
}
