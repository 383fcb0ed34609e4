import { z } from "zod";
import type { Draft } from "#shared/contract/verdicts.ts";
import { Judgement, type Verdict } from "#shared/domain/verdict.ts";
import type { Client } from "./client.ts";
import {
  type DeskState,
  edited,
  isStale,
  opened,
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
    if (state !== undefined) {
      // Saves under way make this answer an old one.
      if (!this.#outbox.holds(itemId)) this.#put(received(state, verdict));
      return;
    }
    const mirrored = this.#options.mirror.read(`draft.${itemId}`, MirroredDraft);
    this.#put(opened(verdict, draft, mirrored));
    if (mirrored !== null) this.#rest(itemId);
  }

  /** Changes what is on screen: mirrored before this returns, in the back end a moment later. */
  edit(itemId: number, change: Partial<Judgement>): void {
    const state = this.#states.get(itemId);
    if (state === undefined) return;
    const next = edited(state, change);
    this.#put(next);
    this.#mirror(next);
    this.#rest(itemId);
  }

  /** Saves what is on screen. */
  save(itemId: number, change: Partial<Judgement> = {}): void {
    const state = this.#states.get(itemId);
    if (state === undefined || isStale(state)) return;
    this.#send(state, { ...shownJudgement(state), ...change }, false);
  }

  /** Saves one change of what is saved already and leaves what is being typed a draft. */
  saveBeside(itemId: number, change: Partial<Judgement>): void {
    const state = this.#states.get(itemId);
    if (state === undefined || isStale(state)) return;
    const { label, diagnoses, note, skipped, flagged } = state.saved;
    this.#send(state, { label, diagnoses, note, skipped, flagged, ...change }, true);
  }

  /** Settles a conflict: what is on screen goes on from the other's revision, or gives way to it. */
  resolve(itemId: number, choice: "mine" | "theirs"): void {
    const state = this.#states.get(itemId);
    if (state === undefined) return;
    const next = resolved(state, choice);
    this.#put(next);
    this.#mirror(next);
    this.#rest(itemId);
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
    const before = this.#drafts.get(itemId) ?? Promise.resolve();
    const call = before.then(() => this.#keepNow(itemId));
    this.#drafts.set(itemId, call);
    void call.then(() => {
      if (this.#drafts.get(itemId) === call) this.#drafts.delete(itemId);
    });
  }

  async #keepNow(itemId: number): Promise<void> {
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
