import { z } from "zod";
import type { StoredDraft } from "#shared/contract/verdicts.ts";
import { emptyJudgement, type Judgement, type Verdict, WrittenJudgement } from "#shared/domain/verdict.ts";
import type { Client } from "./client.ts";
import {
  Draft,
  type DraftState,
  DraftsById,
  editedDraft,
  isInConflict,
  isUnsaved,
  type MergePolicy,
  movedDraft,
  openedDraft,
  rebasedDraft,
  type SavedRevision,
} from "./drafts.ts";
import { errorText } from "./faults.ts";
import type { LocalMirror } from "./local-mirror.ts";
import { Outbox, type OutgoingSave } from "./outbox.ts";
import { beginSave } from "./saves.ts";

/** The caller's verdict on one item in this window. A conflict is about the whole of it. */
export type VerdictState = DraftState<Judgement, "whole">;

/** Of two verdicts a person chooses one (SPEC V4). */
export const chooseOne: MergePolicy<Judgement, "whole"> = {
  /** The order of diagnoses and answers does not count. */
  isSame: (one, other) =>
    one.label === other.label &&
    one.note === other.note &&
    one.skipped === other.skipped &&
    one.flagged === other.flagged &&
    one.correctedSql === other.correctedSql &&
    Object.keys(one.rubric).length === Object.keys(other.rubric).length &&
    Object.entries(one.rubric).every(([id, answer]) => other.rubric[id] === answer) &&
    one.diagnoses.length === other.diagnoses.length &&
    one.diagnoses.every((diagnosis) => other.diagnoses.includes(diagnosis)),
  merge: (_, mine) => ({ value: mine, conflicts: ["whole"] }),
};

/** A verdict as a revision of a judgement. */
const revisionOf = ({ revision, savedAt, ...verdict }: Verdict): SavedRevision<Judgement> => {
  const { label, diagnoses, note, skipped, flagged, rubric, correctedSql } = verdict;
  return { revision, savedAt, value: { label, diagnoses, note, skipped, flagged, rubric, correctedSql } };
};

/** The verdict on an item until the back end has answered. */
export const blankVerdict: VerdictState = {
  saved: { revision: 0, savedAt: null, value: emptyJudgement },
  value: emptyJudgement,
  baseRevision: 0,
  conflicts: [],
};

/** What was typed before the item came, on top of what came: where both have words, the words of both stay. */
export function typedAhead(came: Judgement, typed: Judgement): Judgement {
  const { label, diagnoses, note, rubric, correctedSql } = came;
  return {
    ...came,
    label: typed.label ?? label,
    diagnoses: [...new Set([...diagnoses, ...typed.diagnoses])],
    rubric: { ...rubric, ...typed.rubric },
    correctedSql: typed.correctedSql === "" ? correctedSql : typed.correctedSql,
    note: typed.note.startsWith(note)
      ? typed.note
      : note.includes(typed.note)
        ? note
        : `${note}\n${typed.note}`,
  };
}

/**
 * The state after a judgement was sent off, shown as saved before it is acknowledged. Where words are `beside` it (a note
 * under way while a flag is set), they stay a draft on the new revision.
 */
export function sentVerdict(
  state: VerdictState,
  judgement: Judgement,
  savedAt: string,
  beside: boolean,
): VerdictState {
  const { flagged, skipped } = judgement;
  const value = beside && isUnsaved(state) ? { ...state.value, flagged, skipped } : judgement;
  const saved = { revision: state.saved.revision + 1, savedAt, value: judgement };
  return movedDraft(chooseOne, { ...state, value }, saved);
}

/** The state after the back end reported a verdict: an older one changes nothing. */
export function receivedVerdict(state: VerdictState, saved: SavedRevision<Judgement>): VerdictState {
  if (saved.revision < state.saved.revision) return state;
  // The answer to what was shown as saved already is nobody else's revision.
  const isAnswer = saved.revision === state.saved.revision;
  return isAnswer && !isInConflict(state)
    ? movedDraft(chooseOne, state, saved)
    : rebasedDraft(chooseOne, state, saved);
}

/** The state after a person chose between their own and what somebody saved meanwhile. */
export const chosenVerdict = (state: VerdictState, choice: "mine" | "theirs"): VerdictState =>
  movedDraft(chooseOne, choice === "mine" ? state : { ...state, value: state.saved.value }, state.saved);

const MirroredDraft = z.object({ judgement: WrittenJudgement, baseRevision: z.number().int().nonnegative() });

/** How long typing must pause before the draft goes to the back end, in milliseconds; the mirror has it at once. */
const draftRestMs = 250;

interface VerdictDraftsOptions {
  client: Client;
  mirror: LocalMirror;
  /** Called with every judgement as it now is, acknowledged or on its way. */
  onJudged(itemId: number, judgement: Judgement): void;
}

/** The caller's verdict on one item: stored as it is typed, saved when the person says so. */
class VerdictDraft extends Draft<VerdictState> {
  readonly #itemId: number;
  readonly #options: VerdictDraftsOptions;
  readonly #outbox: Outbox;
  /** What was saved before the back end had answered what it has; null where that is known, or nothing was done. */
  #awaiting: (() => void)[] | null = null;

  constructor(itemId: number, outbox: Outbox, options: VerdictDraftsOptions) {
    super(draftRestMs);
    this.#itemId = itemId;
    this.#outbox = outbox;
    this.#options = options;
  }

  /** Takes in an item as the back end has it; what is typed here stays. */
  open(verdict: Verdict, stored: StoredDraft | null): void {
    const saved = revisionOf(verdict);
    const left = stored && {
      baseRevision: stored.baseRevision,
      value: revisionOf({ ...verdict, ...stored }).value,
    };
    const state = this.state();
    if (state !== undefined && this.#awaiting !== null) {
      const came = openedDraft(chooseOne, saved, left);
      this.change(
        isUnsaved(state) ? editedDraft(chooseOne, came, typedAhead(came.value, state.value)) : came,
      );
      const saves = this.#awaiting;
      this.#awaiting = null;
      for (const save of saves) save();
    } else if (state === undefined) {
      // What the browser mirrored was never acknowledged, so it is newer than the back end's draft.
      const mirrored = this.#mirrored();
      this.put(openedDraft(chooseOne, saved, mirrored ?? left));
      if (mirrored !== null) this.rest();
    }
    // Saves under way make this answer an old one.
    else if (!this.#outbox.holds(this.#itemId)) this.put(receivedVerdict(state, saved));
  }

  /** The verdict as it is on screen; asks for an item that is judged before it has come. */
  shown(): VerdictState {
    const state = this.state();
    if (state !== undefined) return state;
    const blank = openedDraft(chooseOne, blankVerdict.saved, this.#mirrored());
    this.#awaiting = [];
    this.put(blank);
    this.#ask();
    return blank;
  }

  /** Changes what is on screen. */
  edit(change: Partial<Judgement>): void {
    const state = this.shown();
    this.change(editedDraft(chooseOne, state, { ...state.value, ...change }));
  }

  /** Saves what is on screen. */
  save(change: Partial<Judgement> = {}): void {
    this.#whenHere((state) => this.#sendOff(state, { ...state.value, ...change }, false));
  }

  /** Saves an item without a label as skipped, with what was typed of it; one with a label stays as it is. */
  skip(): void {
    this.#whenHere((state) => {
      const { value } = state;
      if (value.label !== null || (value.skipped && !isUnsaved(state))) return;
      this.#sendOff(state, { ...value, skipped: true }, false);
    });
  }

  /** Saves one change of what is saved already and leaves what is being typed a draft. */
  saveBeside(change: Partial<Judgement>): void {
    this.#whenHere((state) => this.#sendOff(state, { ...state.saved.value, ...change }, true));
  }

  /** Settles a conflict: what is on screen goes on from the other's revision, or gives way to it. */
  resolve(choice: "mine" | "theirs"): void {
    const state = this.state();
    if (state !== undefined) this.change(chosenVerdict(state, choice));
  }

  /** Takes in what came of an undo or redo: what was being typed goes on from there. */
  tookBack(verdict: Verdict): void {
    const saved = revisionOf(verdict);
    const state = this.state();
    this.put(state === undefined ? openedDraft(chooseOne, saved, null) : movedDraft(chooseOne, state, saved));
    this.#options.onJudged(this.#itemId, verdict);
  }

  /** The back end has saved what was sent. */
  acknowledged(verdict: Verdict): void {
    const state = this.state();
    const next = state && receivedVerdict(state, revisionOf(verdict));
    if (next !== undefined) this.put(next);
    this.#options.onJudged(this.#itemId, next?.saved.value ?? verdict);
    // A draft that was on its way when the verdict was sent is none any more.
    if (state === undefined || !isUnsaved(state)) void this.send();
  }

  /** Somebody saved before: what was sent becomes a draft again. */
  refused({ baseRevision, judgement }: OutgoingSave, current: Verdict): void {
    this.put(openedDraft(chooseOne, revisionOf(current), { baseRevision, value: judgement }));
    this.mirror();
    this.#options.onJudged(this.#itemId, current);
  }

  /** The back end did not take what was sent, which becomes a draft again: the form may have changed meanwhile. */
  unfit({ baseRevision, judgement }: OutgoingSave): void {
    const saved = { ...blankVerdict.saved, revision: baseRevision };
    this.put(openedDraft(chooseOne, saved, { baseRevision, value: judgement }));
    this.mirror();
    this.#awaiting = [];
    this.#ask();
  }

  protected mirror(): void {
    const state = this.state();
    const { mirror } = this.#options;
    if (state === undefined || !isUnsaved(state)) mirror.remove(this.#key);
    else mirror.write(this.#key, { judgement: state.value, baseRevision: state.baseRevision });
  }

  /** Brings the back end's draft to what is on screen. */
  protected async sendNow(): Promise<boolean> {
    // Until the item has come only the mirror has what is typed: the back end may have an older draft of it.
    if (this.#awaiting !== null) return true;
    const { client, mirror } = this.#options;
    const itemId = this.#itemId;
    const state = this.state();
    try {
      if (state === undefined || !isUnsaved(state)) await client.verdicts.discardDraft({ itemId });
      else {
        await client.verdicts.saveDraft({ itemId, baseRevision: state.baseRevision, ...state.value });
        // The mirror has done its work unless more was typed since.
        if (this.state()?.value === state.value) mirror.remove(this.#key);
      }
      return true;
    } catch (error) {
      const handle = beginSave("draft");
      handle.failed(errorText(error), () => {
        handle.drop();
        void this.send();
      });
      return false;
    }
  }

  get #key(): string {
    return `draft.${this.#itemId}`;
  }

  #mirrored(): { baseRevision: number; value: Judgement } | null {
    const mirrored = this.#options.mirror.read(this.#key, MirroredDraft);
    return mirrored && { baseRevision: mirrored.baseRevision, value: mirrored.judgement };
  }

  /** Saves the item as it is on screen: at once, or as soon as the back end has answered. A conflict has to be settled first. */
  #whenHere(save: (state: VerdictState) => void): void {
    const state = this.shown();
    if (this.#awaiting !== null) this.#awaiting.push(() => this.#whenHere(save));
    else if (!isInConflict(state)) save(state);
  }

  /** Asks for an item that is judged before it has come. */
  #ask(): void {
    const { client } = this.#options;
    const itemId = this.#itemId;
    void this.inOrder(async () => {
      try {
        const [{ verdict }, stored] = await Promise.all([
          client.queue.item({ itemId }),
          client.verdicts.draft({ itemId }),
        ]);
        this.open(verdict, stored);
        return true;
      } catch (error) {
        const handle = beginSave("verdict");
        handle.failed(errorText(error), () => {
          handle.drop();
          this.#ask();
        });
        return false;
      }
    });
  }

  #sendOff(state: VerdictState, judgement: Judgement, beside: boolean): void {
    this.stopResting();
    const baseRevision = state.saved.revision;
    this.#outbox.add({ saveId: crypto.randomUUID(), itemId: this.#itemId, baseRevision, judgement });
    const next = sentVerdict(state, judgement, new Date().toISOString(), beside);
    this.put(next);
    this.mirror();
    if (isUnsaved(next)) this.rest();
    this.#options.onJudged(this.#itemId, judgement);
  }
}

/** The caller's verdicts in this window: shown at once, stored as they are typed, sent in order, never lost. */
export class VerdictDrafts extends DraftsById<VerdictDraft> {
  readonly #outbox: Outbox;

  constructor(options: VerdictDraftsOptions) {
    const outbox = new Outbox({
      client: options.client,
      mirror: options.mirror,
      onSaved: (verdict) => this.of(verdict.itemId).acknowledged(verdict),
      onConflict: (save, current) => this.of(save.itemId).refused(save, current),
      onUnfit: (save) => this.of(save.itemId).unfit(save),
    });
    super((itemId) => new VerdictDraft(itemId, outbox, options));
    this.#outbox = outbox;
    outbox.resume();
  }

  /** Brings every draft that rests to the back end and waits for the saves under way. */
  override async flush(): Promise<void> {
    await Promise.all([super.flush(), this.#outbox.flush()]);
  }
}
