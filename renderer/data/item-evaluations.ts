import { useEffect } from "react";
import type { EvaluationEvent } from "#shared/contract/results.ts";
import type { Project } from "#shared/domain/project.ts";
import { type Client, oncePerClient } from "./client.ts";
import { afterEvaluationEvent, noPair, type PairResults } from "./pair-evaluation.ts";
import { type Streamed, type StreamState, Streams, useStreamed } from "./streams.ts";

/** Both sides of an item running or run. */
export type ItemEvaluation = Streamed<PairResults & { itemId: number }>;

/** The evaluations of this window by item: made once, remembered for going back and forth, prepared ahead for the next item. */
class ItemEvaluations extends Streams<number, Omit<ItemEvaluation, keyof StreamState>> {
  readonly #client: Client;
  /** By project: its databases, as `databasesOf` names them. */
  readonly #judgedOn = new Map<number, string>();

  constructor(client: Client) {
    super();
    this.#client = client;
  }

  /** Forgets what came of other databases than those on which a project is judged now. */
  judgeOn(projectId: number, databases: string): void {
    const before = this.#judgedOn.get(projectId);
    this.#judgedOn.set(projectId, databases);
    if (before !== undefined && before !== databases) this.forgetAll();
  }

  /** Evaluates an item unless that was done or is under way; resolves when it has ended. */
  async ensure(itemId: number): Promise<void> {
    const state = this.get(itemId)?.state;
    if (state === undefined || state === "cancelled") await this.evaluate(itemId);
    else await this.ended(itemId);
  }

  /** Evaluates an item anew, with another time limit in milliseconds where one is given. */
  async evaluate(itemId: number, timeMs?: number): Promise<void> {
    const input = timeMs === undefined ? { itemId } : { itemId, timeMs };
    await this.start<EvaluationEvent>(itemId, {
      first: { ...noPair, itemId },
      events: (signal) => this.#client.results.evaluateItem(input, { signal }),
      after: afterEvaluationEvent,
    });
  }
}

/** The evaluations of this window. */
export const useItemEvaluations = oncePerClient((client) => new ItemEvaluations(client));

/** The evaluation of an item of a project, started when the item is first looked at, and anew on other databases. */
export function useItemEvaluation(project: Project, itemId: number): ItemEvaluation | undefined {
  const evaluations = useItemEvaluations();
  const { id: projectId } = project;
  const databases = databasesOf(project);
  useEffect(() => {
    evaluations.judgeOn(projectId, databases);
    void evaluations.ensure(itemId);
  }, [evaluations, projectId, databases, itemId]);
  return useStreamed(evaluations, itemId);
}

/** On what a project's predictions are judged: where it lies, and the engine or server that reads it. */
function databasesOf({ databasesDir, reviewEngine, taskSettings }: Project): string {
  return JSON.stringify([databasesDir, reviewEngine, taskSettings.serverUrl]);
}
