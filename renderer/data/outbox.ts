import { z } from "zod";
import { type Verdict, WrittenJudgement } from "#shared/domain/verdict.ts";
import { notify } from "../ui/toasts.tsx";
import type { Client } from "./client.ts";
import { errorText, faultOf } from "./faults.ts";
import type { LocalMirror } from "./local-mirror.ts";
import { beginSave, type SaveHandle } from "./saves.ts";

/** A verdict on its way to the back end. `saveId` makes sending it twice harmless. */
const OutgoingSave = z.object({
  saveId: z.string(),
  itemId: z.number().int(),
  baseRevision: z.number().int(),
  judgement: WrittenJudgement,
});
export type OutgoingSave = z.infer<typeof OutgoingSave>;

interface OutboxOptions {
  client: Client;
  mirror: LocalMirror;
  onSaved(verdict: Verdict): void;
  /** Somebody saved that item meanwhile; `save` was not taken. */
  onConflict(save: OutgoingSave, current: Verdict): void;
  /** The judgement is none of the project's form any more; `save` was not taken. */
  onUnfit(save: OutgoingSave): void;
}

/**
 * Sends verdicts one after the other, each in the mirror until it is acknowledged, so that neither a lost
 * connection nor a closed window loses one. What fails waits, and is offered again in the status bar.
 */
export class Outbox {
  readonly #options: OutboxOptions;
  readonly #waiting: { save: OutgoingSave; handle: SaveHandle }[] = [];
  #sending: Promise<void> | null = null;

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  /** Takes up what an earlier window could not send. */
  resume(): void {
    for (const key of this.#options.mirror.keys("save.")) {
      const save = this.#options.mirror.read(key, OutgoingSave);
      if (save !== null) this.#enqueue(save);
    }
  }

  /** Puts a verdict on its way. */
  add(save: OutgoingSave): void {
    this.#options.mirror.write(`save.${save.saveId}`, save);
    this.#enqueue(save);
  }

  /** Whether saves of an item are under way. */
  holds(itemId: number): boolean {
    return this.#waiting.some(({ save }) => save.itemId === itemId);
  }

  /** Resolves when nothing is on its way any more, or the first of it has failed. */
  async flush(): Promise<void> {
    await this.#sending;
  }

  #enqueue(save: OutgoingSave): void {
    this.#waiting.push({ save, handle: beginSave("verdict") });
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = null;
    });
  }

  async #sendAll(): Promise<void> {
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      const { save, handle } = next;
      try {
        const verdict = await this.#options.client.verdicts.save(save);
        this.#settle(save);
        handle.done();
        this.#options.onSaved(verdict);
      } catch (error) {
        const fault = faultOf(error);
        if (fault?.code === "BAD_INPUT") {
          const last = this.#dropSavesOf(save);
          notify({ kind: "error", title: "A verdict was not saved.", description: errorText(error) });
          this.#options.onUnfit(last);
          continue;
        }
        if (fault?.code !== "CONFLICT") {
          handle.failed(errorText(error), () => this.#again(handle));
          return;
        }
        this.#options.onConflict(this.#dropSavesOf(save), fault.data.current);
      }
    }
  }

  /** Gives up a save with the later ones of its item, which stood on it; answers it with what the last of them says. */
  #dropSavesOf(save: OutgoingSave): OutgoingSave {
    const own = this.#waiting.filter((other) => other.save.itemId === save.itemId);
    for (const { save: dropped, handle } of own) {
      this.#waiting.splice(
        this.#waiting.findIndex((other) => other.save === dropped),
        1,
      );
      this.#options.mirror.remove(`save.${dropped.saveId}`);
      handle.drop();
    }
    return { ...save, judgement: own.at(-1)?.save.judgement ?? save.judgement };
  }

  #again(handle: SaveHandle): void {
    handle.again();
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = null;
    });
  }

  #settle(save: OutgoingSave): void {
    this.#waiting.shift();
    this.#options.mirror.remove(`save.${save.saveId}`);
  }
}
