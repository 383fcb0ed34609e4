import { z } from "zod";
import { createStore, type StoreApi, useStore } from "zustand";
import { CommentTopic } from "#shared/domain/comment.ts";
import type { CommentedSubject } from "./comments.ts";
import type { LocalMirror } from "./local-mirror.ts";
import { type OwnOfPerson, useOwnOfPerson } from "./own-of-person.ts";

/** What is typed as a comment and not sent; `topic`: what a new thread will be about. */
const CommentDraft = z.object({ topic: CommentTopic, text: z.string() });
type CommentDraft = z.infer<typeof CommentDraft>;

/** Where a comment is typed: a new thread on an item or task, an answer in a thread, an edit of a comment. */
export type CommentPlace = CommentedSubject | { threadId: number } | { commentId: number };

const prefix = "comment.";
const draftsOf: OwnOfPerson<CommentDrafts> = new WeakMap();

/** Whatever one person has typed as comments: it outlives the pane and, in the browser's own storage, the window. */
class CommentDrafts {
  readonly store: StoreApi<Record<string, CommentDraft | null>>;
  readonly #mirror: LocalMirror;

  constructor(mirror: LocalMirror) {
    this.#mirror = mirror;
    const left = mirror.keys(prefix).map((key) => [key, mirror.read(key, CommentDraft)]);
    this.store = createStore(() => Object.fromEntries(left));
  }

  set(key: string, draft: CommentDraft | null): void {
    this.store.setState({ [key]: draft });
    if (draft === null || draft.text.trim() === "") this.#mirror.remove(key);
    else this.#mirror.write(key, draft);
  }

  /** Takes away what was sent; what was typed while it was on its way is another draft, and stays. */
  sent(key: string, draft: CommentDraft | null): void {
    if (this.store.getState()[key] === draft) this.set(key, null);
  }
}

const useCommentDrafts = (): CommentDrafts =>
  useOwnOfPerson(draftsOf, (_client, mirror) => new CommentDrafts(mirror));

const keyOf = (place: CommentPlace): string => prefix + JSON.stringify(place);

/** What is typed at a place, null: no field is open there; how to change it, and how to say that what is shown now was sent. */
export function useCommentDraft(place: CommentPlace) {
  const drafts = useCommentDrafts();
  const key = keyOf(place);
  const draft = useStore(drafts.store, (all) => all[key] ?? null);
  return {
    draft,
    change: (next: CommentDraft | null): void => drafts.set(key, next),
    sent: (): void => drafts.sent(key, draft),
  };
}

/** Whether something is typed at one of the places. */
export function useIsTyped(places: readonly CommentPlace[]): boolean {
  return useStore(useCommentDrafts().store, (all) =>
    places.some((place) => (all[keyOf(place)] ?? null) !== null),
  );
}

/** What a new thread on an item or task will be about, null: the whole; and how to choose it. */
export function useNewTopic(subject: CommentedSubject): [CommentTopic, (topic: CommentTopic) => void] {
  const { draft, change } = useCommentDraft(subject);
  return [draft?.topic ?? null, (topic) => change({ topic, text: draft?.text ?? "" })];
}
