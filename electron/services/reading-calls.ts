import type { ModelEndpoint } from "#shared/domain/model-endpoint.ts";
import type { LanguageModel, ModelCalls } from "../dialogues/model/model-calls.ts";
import type { Recording } from "../dialogues/model/recording.ts";
import { addReadingExchange, readingExchanges } from "../store/model-exchanges.ts";
import type { Workspace } from "../store/workspace.ts";
import type { ModelKeys } from "./model-keys.ts";
import { reach, storedRecording } from "./models-of-run.ts";

/** Whose endpoint is asked in which project: its calls for readings share one recording and one purse. */
interface Purse {
  projectId: number;
  actor: string;
  endpoint: ModelEndpoint;
  note(text: string): void;
  signal: AbortSignal;
}

/** Gives the model, with its key, once it is to be asked. */
export type ReachModel = () => Promise<LanguageModel>;

/** What came of asking: whether the answer was on record, and what the purse has spent in all. */
interface Taken<Result> {
  result: Result;
  isRecorded: boolean;
  spent: { tokens: number; usd: number | null };
}

/** The calls to language models that authors make for readings, recorded with their project. */
export function createReadingCalls({ workspace, modelKeys }: { workspace: Workspace; modelKeys: ModelKeys }) {
  const last = new Map<string, Promise<unknown>>();
  return {
    /** Asks once what was asked before of the same purse is answered: none of them can spend what another one needs. */
    async inTurn<Result>(
      { projectId, actor, endpoint, note, signal }: Purse,
      work: (asked: ReachModel) => Promise<Result>,
    ): Promise<Taken<Result>> {
      const name = JSON.stringify([projectId, actor, endpoint.name]);
      const before = last.get(name);
      const { promise: own, resolve: end } = Promise.withResolvers<void>();
      last.set(name, own);
      if (before !== undefined) note("waiting for another question");
      await before;
      try {
        let calls: ModelCalls | null = null;
        const result = await work(async () => {
          const recording = await recordingOf(workspace, { projectId, actor, endpoint });
          const reached = await reach({ modelKeys, note, signal }, endpoint, recording);
          calls = reached.calls;
          return reached.calls.forDialogue(reached.endpoint, 0);
        });
        const spent = spentBy(await recordingOf(workspace, { projectId, actor, endpoint }), endpoint);
        return { result, isRecorded: ((calls as ModelCalls | null)?.counts().recorded ?? 0) > 0, spent };
      } finally {
        end();
        if (last.get(name) === own) last.delete(name);
      }
    },
  };
}

async function recordingOf(
  workspace: Workspace,
  { projectId, actor, endpoint: { name: endpoint } }: Pick<Purse, "projectId" | "actor" | "endpoint">,
): Promise<Recording> {
  const exchanges = await workspace.read((db) => readingExchanges(db, projectId));
  return storedRecording(
    exchanges.filter((exchange) => exchange.actor === actor && exchange.endpoint === endpoint),
    (line) => workspace.write((db) => addReadingExchange(db, { projectId, actor, endpoint, line })),
  );
}

function spentBy(
  { spentBefore }: Recording,
  { prices }: ModelEndpoint,
): { tokens: number; usd: number | null } {
  const tokens = spentBefore.reduce((sum, { tokens: { input, output } }) => sum + input + output, 0);
  const micros = spentBefore.reduce((sum, { usd }) => sum + Math.round((usd ?? 0) * 1e6), 0);
  return { tokens, usd: prices && micros / 1e6 };
}
