import { EngineProblem, isLastingFault } from "../engines/engine.ts";
import { readsInPlace } from "../engines/registry.ts";
import { findDatabase } from "../engines/sources.ts";
import type { EvaluationRequest } from "../queries/query-runner.ts";
import type { CommandContext } from "./command.ts";
import { type EngineOptions, openTaskDatabases } from "./task-options.ts";

/** Finds databases as query workers open them. */
export interface FoundDatabases {
  find(dbId: string): Promise<EvaluationRequest["database"]>;
  close(): Promise<void>;
}

/** Opens the databases of predictions: files are read as they lie, everything else by a template. */
export async function openReviewDatabases(
  options: EngineOptions,
  context: CommandContext,
): Promise<FoundDatabases> {
  const { kind, dir } = options;
  if (dir !== null && readsInPlace(kind))
    return { find: (dbId) => findDatabase(dir, dbId, kind), close: async () => {} };
  const { engine, template, close } = await openTaskDatabases(options, context, 0);
  return {
    async find(dbId) {
      try {
        return await engine.reader(await template(dbId, context.signal));
      } catch (error) {
        context.signal.throwIfAborted();
        if (isLastingFault(error)) throw error;
        if (error instanceof EngineProblem && error.why.reason === "no-database") return null;
        // One dump that cannot be loaded concerns its own items only.
        return { unusable: error instanceof Error ? error.message : String(error) };
      }
    },
    close,
  };
}
