import { z } from "zod";

/** The engines on which SQL runs: the predictions under review, read-only, and tasks, on private states. */
export const EngineKind = z.enum(["sqlite", "pglite", "postgres"]);
export type EngineKind = z.infer<typeof EngineKind>;

/** What every part of the program has to know of an engine. */
interface EngineFacts {
  label: string;
  /** The SQL that it reads. */
  dialect: "sqlite" | "postgresql";
  /** What it is and for which databases, in settings. */
  title: string;
  detail: string;
}

/** The one table of engines for screens and for what reads SQL, in the order of a choice; how each works is in electron/engines. */
export const engineFacts: Record<EngineKind, EngineFacts> = {
  pglite: {
    label: "PGlite",
    dialect: "postgresql",
    title: "PGlite",
    detail: "PostgreSQL built into Querent, with nothing to set up. For PostgreSQL dumps.",
  },
  postgres: {
    label: "PostgreSQL",
    dialect: "postgresql",
    title: "PostgreSQL server",
    detail: "Your own server. Each run gets its own database, which is dropped afterwards.",
  },
  sqlite: { label: "SQLite", dialect: "sqlite", title: "SQLite", detail: "For SQLite files." },
};
