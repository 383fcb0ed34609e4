import type { PropertyName } from "#shared/domain/certificate.ts";
import type { QuestionName } from "../findings/finding-target.ts";
import type { TaskViewState } from "../task-view-state.ts";

/** What a jump can lead to: a part of the screen that registers itself while it is there. */
export type JumpTarget =
  | `question ${QuestionName}`
  | `field of ${QuestionName}`
  | `ambiguity ${number}`
  | "readings"
  | "chains"
  | `property ${PropertyName}`
  | `knowledge ${number}`
  | `panel ${TaskViewState["panel"]}`
  | `side ${TaskViewState["side"]}`;

type RevealTarget = (focus: boolean) => void;

/** The parts of the screen that jumps lead to, each with how it is brought into view. */
export class JumpTargets {
  readonly #targets = new Map<JumpTarget, RevealTarget>();
  /** The last jump, while what it leads to is not there yet: a pane that is just being opened. */
  #awaited: { target: JumpTarget; focus: boolean } | null = null;

  /** Names a target until the answer is called; a jump that waits for it is done at once. */
  register(target: JumpTarget, reveal: RevealTarget): () => void {
    this.#targets.set(target, reveal);
    if (this.#awaited?.target === target) {
      reveal(this.#awaited.focus);
      this.#awaited = null;
    }
    return () => {
      if (this.#targets.get(target) === reveal) this.#targets.delete(target);
    };
  }

  /** Brings a target into view, with the focus where asked: now, or as soon as it is there. */
  jump(target: JumpTarget, focus = false): void {
    const reveal = this.#targets.get(target);
    this.#awaited = reveal === undefined ? { target, focus } : null;
    reveal?.(focus);
  }
}
