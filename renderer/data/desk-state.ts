import type { Draft } from "#shared/contract/verdicts.ts";
import type { Judgement, Verdict } from "#shared/domain/verdict.ts";

/** What is typed and not saved, and the revision it was typed on. */
export interface OpenDraft {
  judgement: Judgement;
  baseRevision: number;
}

/** The caller's verdict on one item in this window: as saved, and as it stands on screen where that differs. */
export interface DeskState {
  saved: Verdict;
  draft: OpenDraft | null;
}

/** The judgement alone of a verdict or a draft. */
export function judgementOf({ label, diagnoses, note, skipped, flagged }: Judgement): Judgement {
  return { label, diagnoses, note, skipped, flagged };
}

/** What the verdict bar shows. */
export function shownJudgement({ saved, draft }: DeskState): Judgement {
  return draft?.judgement ?? judgementOf(saved);
}

/** Whether somebody saved since the draft's base revision: both must be shown, and one chosen (SPEC V4). */
export function isStale({ saved, draft }: DeskState): boolean {
  return draft !== null && draft.baseRevision !== saved.revision;
}

/**
 * The state in which an item opens. What the browser mirrored was never acknowledged, so it is newer than the back
 * end's draft; a draft that says what is saved is none.
 */
export function opened(saved: Verdict, kept: Draft | null, mirrored: OpenDraft | null): DeskState {
  const draft =
    mirrored ?? (kept === null ? null : { judgement: judgementOf(kept), baseRevision: kept.baseRevision });
  return withoutEmptyDraft({ saved, draft });
}

/**
 * The state in which an item opens on which the person worked before the back end answered: what they did goes on top of
 * what came, and where both have words, the words of both stay.
 */
export function openedLate(came: DeskState, typed: Judgement): DeskState {
  const { label, diagnoses, note } = shownJudgement(came);
  return edited(came, {
    label: typed.label ?? label,
    diagnoses: [...new Set([...diagnoses, ...typed.diagnoses])],
    note: typed.note.startsWith(note)
      ? typed.note
      : note.includes(typed.note)
        ? note
        : `${note}\n${typed.note}`,
  });
}

/** The state after the person changed something. */
export function edited(state: DeskState, change: Partial<Judgement>): DeskState {
  const judgement = { ...shownJudgement(state), ...change };
  return withoutEmptyDraft({
    saved: state.saved,
    draft: { judgement, baseRevision: state.draft?.baseRevision ?? state.saved.revision },
  });
}

/** The state after the back end told of a verdict: an older one changes nothing. */
export function received(state: DeskState, verdict: Verdict): DeskState {
  if (verdict.revision < state.saved.revision) return state;
  return withoutEmptyDraft({ saved: verdict, draft: state.draft });
}

/**
 * The state after a judgement was sent off, shown as saved before it is acknowledged. What is on screen beside it (a
 * note under way while a flag is set) stays as a draft on the new revision.
 */
export function sent(state: DeskState, judgement: Judgement, at: string, keepDraft: boolean): DeskState {
  const saved = { ...state.saved, ...judgement, revision: state.saved.revision + 1, savedAt: at };
  const draft =
    keepDraft && state.draft !== null
      ? {
          judgement: {
            ...state.draft.judgement,
            flagged: judgement.flagged,
            skipped: judgement.skipped,
          },
          baseRevision: saved.revision,
        }
      : null;
  return withoutEmptyDraft({ saved, draft });
}

/** The state after the person chose between their own and what somebody saved meanwhile. */
export function resolved(state: DeskState, choice: "mine" | "theirs"): DeskState {
  if (state.draft === null || choice === "theirs") return { saved: state.saved, draft: null };
  return { saved: state.saved, draft: { ...state.draft, baseRevision: state.saved.revision } };
}

/** The state after an undo or redo by the same person: what they were typing goes on from there. */
export function rebased(state: DeskState, verdict: Verdict): DeskState {
  const draft = state.draft === null ? null : { ...state.draft, baseRevision: verdict.revision };
  return withoutEmptyDraft({ saved: verdict, draft });
}

/** Whether two judgements say the same; the order of diagnoses does not count. */
export function sameJudgement(a: Judgement, b: Judgement): boolean {
  return (
    a.label === b.label &&
    a.note === b.note &&
    a.skipped === b.skipped &&
    a.flagged === b.flagged &&
    a.diagnoses.length === b.diagnoses.length &&
    a.diagnoses.every((diagnosis) => b.diagnoses.includes(diagnosis))
  );
}

function withoutEmptyDraft(state: DeskState): DeskState {
  if (state.draft === null || !sameJudgement(state.draft.judgement, state.saved)) return state;
  return { saved: state.saved, draft: null };
}
