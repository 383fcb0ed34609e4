import { z } from "zod";
import type { Draft } from "#shared/contract/verdicts.ts";
import { emptyJudgement, Judgement, type Verdict } from "#shared/domain/verdict.ts";
import type { Client } from "./client.ts";
import {
  type DeskState,
  edited,
  isStale,
  judgementOf,
  opened,
  openedLate,
  rebased,
  received,
  resolved,
  sent,
  shownJudgement,
} from "./desk-state.ts";
import { errorText } from "./faults.ts";
import type { LocalMirror } from "./local-mirror.ts";
import { Outbox, type OutgoingSave } from "./outbox.ts";
import { beginSave } from "./saves.ts";

const MirroredDraft = z.object({ judgement: Judgement, baseRevision: z.number().int().nonnegative() });

/** How long typing must pause before the draft goes to the back end, in milliseconds; the mirror has it at once. */
const draftRestMs = 250;

interface VerdictDeskOptions {
  client: Client;
  mirror: LocalMirror;
  /** Called with every verdict as it now stands, acknowledged or on its way. */
  onVerdict(verdict: Verdict): void;
}

/** The caller's verdicts in this window: shown at once, kept as they are typed, sent in order, never lost. */
export class VerdictDesk {
  readonly #options: VerdictDeskOptions;
  readonly #states = new Map<number, DeskState>();
  readonly #outbox: Outbox;
  readonly #resting = new Map<number, ReturnType<typeof setTimeout>>();
  /** Calls about one item's draft go one after the other, so that an old one never overtakes. */
  readonly #drafts = new Map<number, Promise<void>>();
  readonly #listeners = new Set<() => void>();
  /** Items on which the person works before the back end has answered: what they saved waits for the answer. */
  readonly #awaited = new Map<number, (() => void)[]>();

  constructor(options: VerdictDeskOptions) {
    this.#options = options;
    this.#outbox = new Outbox({
      client: options.client,
      mirror: options.mirror,
      onSaved: (verdict) => this.#onSaved(verdict),
      onConflict: (save, current) => this.#onConflict(save, current),
    });
    this.#outbox.resume();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  state = (itemId: number): DeskState | undefined => this.#states.get(itemId);

  /** Takes in an item as the back end has it; what is typed here stays. */
  open(verdict: Verdict, draft: Draft | null): void {
    const { itemId } = verdict;
    const state = this.#states.get(itemId);
    const waiting = this.#awaited.get(itemId);
    if (state !== undefined && waiting !== undefined) {
      this.#awaited.delete(itemId);
      const came = opened(verdict, draft, null);
      this.#change(state.draft === null ? came : openedLate(came, state.draft.judgement));
      for (const save of waiting) save();
      return;
    }
    if (state !== undefined) {
      // Saves under way make this answer an old one.
      if (!this.#outbox.holds(itemId)) this.#put(received(state, verdict));
      return;
    }
    const mirrored = this.#options.mirror.read(`draft.${itemId}`, MirroredDraft);
    this.#put(opened(verdict, draft, mirrored));
    if (mirrored !== null) this.#rest(itemId);
  }

  /** An item as it is on screen; asks for one that is judged before it has come. */
  on(itemId: number): DeskState {
    const state = this.#states.get(itemId);
    if (state !== undefined) return state;
    const mirrored = this.#options.mirror.read(`draft.${itemId}`, MirroredDraft);
    const blank = opened(blankVerdict(itemId), null, mirrored);
    this.#awaited.set(itemId, []);
    this.#put(blank);
    this.#ask(itemId);
    return blank;
  }

  /** Changes what is on screen: mirrored before this returns, in the back end a moment later. */
  edit(itemId: number, change: Partial<Judgement>): void {
    this.#change(edited(this.on(itemId), change));
  }

  /** Saves what is on screen. */
  save(itemId: number, change: Partial<Judgement> = {}): void {
    this.#whenHere(itemId, (state) => this.#send(state, { ...shownJudgement(state), ...change }, false));
  }

  /** Saves an item without a label as skipped, with what was typed of it; one with a label stays as it is. */
  skip(itemId: number): void {
    this.#whenHere(itemId, (state) => {
      const shown = shownJudgement(state);
      if (shown.label !== null || (shown.skipped && state.draft === null)) return;
      this.#send(state, { ...shown, skipped: true }, false);
    });
  }

  /** Saves one change of what is saved already and leaves what is being typed a draft. */
  saveBeside(itemId: number, change: Partial<Judgement>): void {
    this.#whenHere(itemId, (state) => this.#send(state, { ...judgementOf(state.saved), ...change }, true));
  }

  /** Settles a conflict: what is on screen goes on from the other's revision, or gives way to it. */
  resolve(itemId: number, choice: "mine" | "theirs"): void {
    const state = this.#states.get(itemId);
    if (state === undefined) return;
    this.#change(resolved(state, choice));
  }

  /** Takes in the outcome of an undo or redo. */
  rebase(verdict: Verdict): void {
    const state = this.#states.get(verdict.itemId);
    this.#put(state === undefined ? { saved: verdict, draft: null } : rebased(state, verdict));
    this.#options.onVerdict(verdict);
  }

  /** Sends every draft that rests and waits for the saves under way. */
  async flush(): Promise<void> {
    for (const itemId of [...this.#resting.keys()]) this.#keep(itemId);
    await Promise.all([...this.#drafts.values(), this.#outbox.flush()]);
  }

  /** Saves an item as it is on screen: at once, or as soon as the back end has answered. A conflict has to be settled first. */
  #whenHere(itemId: number, save: (state: DeskState) => void): void {
    const state = this.on(itemId);
    const waiting = this.#awaited.get(itemId);
    if (waiting !== undefined) waiting.push(() => this.#whenHere(itemId, save));
    else if (!isStale(state)) save(state);
  }

  /** Asks for an item that is judged before it has come. */
  #ask(itemId: number): void {
    const { client } = this.#options;
    const answer = Promise.all([client.queue.item({ itemId }), client.verdicts.draft({ itemId })]).then(
      ([{ verdict }, draft]) => this.open(verdict, draft),
      (error) => {
        const handle = beginSave("verdict");
        handle.failed(errorText(error), () => {
          handle.drop();
          this.#ask(itemId);
        });
      },
    );
    this.#inOrder(itemId, () => answer);
  }

  #change(next: DeskState): void {
    this.#put(next);
    this.#mirror(next);
    this.#rest(next.saved.itemId);
  }

  #send(state: DeskState, judgement: Judgement, keepDraft: boolean): void {
    const { itemId, revision } = state.saved;
    this.#stopResting(itemId);
    const next = sent(state, judgement, new Date().toISOString(), keepDraft);
    this.#outbox.add({ saveId: crypto.randomUUID(), itemId, baseRevision: revision, judgement });
    this.#put(next);
    this.#mirror(next);
    if (next.draft !== null) this.#rest(itemId);
    this.#options.onVerdict(next.saved);
  }

  #onSaved(verdict: Verdict): void {
    const state = this.#states.get(verdict.itemId);
    if (state !== undefined) this.#put(received(state, verdict));
    this.#options.onVerdict(state === undefined ? verdict : received(state, verdict).saved);
    if (state?.draft === null || state === undefined) this.#keep(verdict.itemId);
  }

  #onConflict(save: OutgoingSave, current: Verdict): void {
    const draft = { judgement: save.judgement, baseRevision: save.baseRevision };
    const state = { saved: current, draft };
    this.#put(state);
    this.#mirror(state);
    this.#options.onVerdict(current);
  }

  #put(state: DeskState): void {
    this.#states.set(state.saved.itemId, state);
    for (const listener of [...this.#listeners]) listener();
  }

  #mirror({ saved, draft }: DeskState): void {
    if (draft === null) this.#options.mirror.remove(`draft.${saved.itemId}`);
    else this.#options.mirror.write(`draft.${saved.itemId}`, draft);
  }

  #rest(itemId: number): void {
    this.#stopResting(itemId);
    this.#resting.set(
      itemId,
      setTimeout(() => this.#keep(itemId), draftRestMs),
    );
  }

  #stopResting(itemId: number): void {
    clearTimeout(this.#resting.get(itemId));
    this.#resting.delete(itemId);
  }

  /** Brings the back end's draft to what is on screen. */
  #keep(itemId: number): void {
    this.#stopResting(itemId);
    this.#inOrder(itemId, () => this.#keepNow(itemId));
  }

  #inOrder(itemId: number, work: () => Promise<void>): void {
    const before = this.#drafts.get(itemId) ?? Promise.resolve();
    const call = before.then(work);
    this.#drafts.set(itemId, call);
    void call.then(() => {
      if (this.#drafts.get(itemId) === call) this.#drafts.delete(itemId);
    });
  }

  async #keepNow(itemId: number): Promise<void> {
    // Until the item has come the mirror alone holds what is typed: the back end may have an older draft of it.
    if (this.#awaited.has(itemId)) return;
    const state = this.#states.get(itemId);
    const draft = state?.draft ?? null;
    try {
      if (draft === null) await this.#options.client.verdicts.discardDraft({ itemId });
      else {
        const { judgement, baseRevision } = draft;
        await this.#options.client.verdicts.saveDraft({ itemId, baseRevision, ...judgement });
        // Acknowledged: the mirror has done its work unless more was typed since.
        if (this.#states.get(itemId)?.draft === draft) this.#options.mirror.remove(`draft.${itemId}`);
      }
    } catch (error) {
      const handle = beginSave("draft");
      handle.failed(errorText(error), () => {
        handle.drop();
        this.#keep(itemId);
      });
    }
  }
}

/** What stands for an item's verdict until the back end has answered. */
export const blankVerdict = (itemId: number): Verdict => ({
  ...emptyJudgement,
  itemId,
  reviewer: "",
  revision: 0,
  savedAt: null,
});
