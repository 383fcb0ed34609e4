import { createStore, useStore } from "zustand";

/** A revision that the back end has, or will have once a save under way is acknowledged. */
export interface SavedRevision<Value> {
  revision: number;
  /** ISO 8601; null where nothing was saved yet. */
  savedAt: string | null;
  value: Value;
}

/** One thing as it is in this window: what is saved of it, and what is on screen. */
export interface DraftState<Value, Conflict> {
  saved: SavedRevision<Value>;
  /** What is on screen: the saved value itself where nothing is typed. */
  value: Value;
  /** The revision that it was typed on: an older one than the saved only while conflicts wait. */
  baseRevision: number;
  /** Where somebody else's revision and what is on screen differ: what is on screen stays until a person settled each. */
  conflicts: readonly Conflict[];
}

/** What becomes of words that were typed while somebody else saved: the one thing in which drafts differ. */
export interface MergePolicy<Value, Conflict> {
  isSame(one: Value, other: Value): boolean;
  /** Both changes of `base` in one value, and what only a person can settle. */
  merge(base: Value, mine: Value, theirs: Value): { value: Value; conflicts: readonly Conflict[] };
}

/** Whether something is on screen that is not saved. */
export const isUnsaved = <Value>({ value, saved }: DraftState<Value, unknown>): boolean =>
  value !== saved.value;

export const isInConflict = ({ conflicts }: DraftState<unknown, unknown>): boolean => conflicts.length > 0;

/** The state in which something opens, with what an earlier window left typed on a revision; null: nothing. */
export function openedDraft<Value, Conflict>(
  policy: MergePolicy<Value, Conflict>,
  saved: SavedRevision<Value>,
  left: { baseRevision: number; value: Value } | null,
): DraftState<Value, Conflict> {
  const state = { saved, value: saved.value, baseRevision: saved.revision, conflicts: [] };
  if (left === null) return state;
  const { baseRevision, value } = left;
  if (baseRevision === saved.revision) return editedDraft(policy, state, value);
  return rebasedDraft(policy, { ...state, value, baseRevision }, saved);
}

/** The state with another value on screen; one that says what is saved is no draft, and conflicts with nothing. */
export function editedDraft<Value, Conflict, State extends DraftState<Value, Conflict>>(
  policy: MergePolicy<Value, Conflict>,
  state: State & DraftState<Value, Conflict>,
  value: Value,
): State {
  const { saved } = state;
  return policy.isSame(value, saved.value)
    ? { ...state, value: saved.value, baseRevision: saved.revision, conflicts: [] }
    : { ...state, value };
}

/** The state on a revision that contains what was sent, or what the same person took back: what is typed beyond it goes on from there. */
export function movedDraft<Value, Conflict, State extends DraftState<Value, Conflict>>(
  policy: MergePolicy<Value, Conflict>,
  state: State & DraftState<Value, Conflict>,
  saved: SavedRevision<Value>,
): State {
  const value = isUnsaved(state) ? state.value : saved.value;
  return editedDraft(policy, { ...state, saved, baseRevision: saved.revision, conflicts: [] }, value);
}

/** The state on somebody else's revision: what is typed is merged with it. */
export function rebasedDraft<Value, Conflict, State extends DraftState<Value, Conflict>>(
  policy: MergePolicy<Value, Conflict>,
  state: State & DraftState<Value, Conflict>,
  theirs: SavedRevision<Value>,
): State {
  if (!isUnsaved(state)) return movedDraft(policy, state, theirs);
  const { value, conflicts } = policy.merge(state.saved.value, state.value, theirs.value);
  const baseRevision = conflicts.length > 0 ? state.baseRevision : theirs.revision;
  return editedDraft(policy, { ...state, saved: theirs, baseRevision, conflicts }, value);
}

/** How the words on screen are on their way: "failed" until something is typed or sent again. */
export type Sending = "no" | "yes" | "failed";

interface Shown<State> {
  state: State | undefined;
  sending: Sending;
}

/** One thing that is edited in this window: shown at once, and brought to the back end whenever typing pauses, one call after the other. */
export abstract class Draft<State extends DraftState<unknown, unknown>> {
  readonly store = createStore<Shown<State>>(() => ({ state: undefined, sending: "no" }));
  readonly #restMs: number;
  #resting: ReturnType<typeof setTimeout> | undefined;
  #work: Promise<void> = Promise.resolve();
  #waiting = 0;

  constructor(restMs: number) {
    this.#restMs = restMs;
  }

  state = (): State | undefined => this.store.getState().state;

  /** Brings what rests to the back end now, and resolves when it is there, has failed, or waits for a person. */
  async flush(): Promise<void> {
    while (this.#resting !== undefined) await this.send();
    await this.#work;
  }

  /** Brings what is on screen to the back end; answers whether it got through, and never rejects. */
  protected abstract sendNow(): Promise<boolean>;

  /** Writes what is on screen into the browser's own storage, or takes it out there once it is saved. */
  protected abstract mirror(): void;

  protected put(state: State): void {
    this.store.setState({ state });
  }

  /** Shows what the person did: mirrored before this returns, in the back end a moment later. */
  protected change(state: State): void {
    this.put(state);
    this.mirror();
    if (this.store.getState().sending === "failed") this.store.setState({ sending: "no" });
    this.rest();
  }

  protected rest(): void {
    this.stopResting();
    this.#resting = setTimeout(() => void this.send(), this.#restMs);
  }

  protected stopResting(): void {
    clearTimeout(this.#resting);
    this.#resting = undefined;
  }

  protected send(): Promise<void> {
    this.stopResting();
    return this.inOrder(() => this.sendNow());
  }

  /** Does work on this thing in the back end after what was begun before, so that an old call never overtakes. */
  protected inOrder(work: () => Promise<boolean>): Promise<void> {
    this.#waiting++;
    this.store.setState({ sending: "yes" });
    this.#work = this.#work.then(work).then((done) => {
      this.#waiting--;
      if (this.#waiting === 0) this.store.setState({ sending: done ? "no" : "failed" });
    });
    return this.#work;
  }
}

/** A draft as it is, and whether it is on its way. */
export const useShownDraft = <State extends DraftState<unknown, unknown>>(
  draft: Draft<State>,
): Shown<State> => useStore(draft.store);

/** The drafts of one sort, each made when it is first asked for. */
export class DraftsById<D extends { flush(): Promise<void> }> {
  readonly #drafts = new Map<number, D>();
  readonly #make: (id: number) => D;

  constructor(make: (id: number) => D) {
    this.#make = make;
  }

  /** The draft if it was asked for before. */
  known = (id: number): D | undefined => this.#drafts.get(id);

  of(id: number): D {
    const draft = this.#drafts.get(id) ?? this.#make(id);
    this.#drafts.set(id, draft);
    return draft;
  }

  /** Brings everything that rests to the back end. */
  async flush(): Promise<void> {
    await Promise.all([...this.#drafts.values()].map((draft) => draft.flush()));
  }
}
