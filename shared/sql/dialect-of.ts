import { type EngineKind, engineFacts } from "../domain/engine.ts";
import type { SqlDialect } from "./lex.ts";

/** The dialect that an engine reads. */
export const dialectOf = (engine: EngineKind): SqlDialect => engineFacts[engine].dialect;
