import fc from "fast-check";
import { expect, test } from "vitest";
import { emptyJudgement, type Judgement } from "#shared/domain/verdict.ts";
import { roseForm } from "#shared/domain/verdict-form.ts";
import {
  editedDraft,
  isInConflict,
  isUnsaved,
  movedDraft,
  openedDraft,
  rebasedDraft,
} from "../../../renderer/data/drafts.ts";
import {
  chooseOne,
  chosenVerdict,
  receivedVerdict,
  sentVerdict,
  typedAhead,
  type VerdictState,
} from "../../../renderer/data/verdict-drafts.ts";

const saved = (revision: number, judgement: Partial<Judgement> = {}): VerdictState["saved"] => ({
  revision,
  savedAt: revision === 0 ? null : "2026-01-01T00:00:00.000Z",
  value: { ...emptyJudgement, ...judgement },
});

const opened = (revision: number, judgement: Partial<Judgement> = {}): VerdictState =>
  openedDraft(chooseOne, saved(revision, judgement), null);

const typed = (state: VerdictState, change: Partial<Judgement>): VerdictState =>
  editedDraft(chooseOne, state, { ...state.value, ...change });

const judgements = fc.record({
  label: fc.constantFrom("yes" as const, "no" as const, null),
  diagnoses: fc.uniqueArray(fc.constantFrom(...roseForm.diagnoses.map(({ id }) => id))),
  note: fc.string(),
  skipped: fc.boolean(),
  flagged: fc.boolean(),
  rubric: fc.dictionary(fc.constantFrom("effort", "why"), fc.oneof(fc.integer(), fc.string())),
  correctedSql: fc.string(),
});

test("what an earlier window left typed is shown on the revision it was typed on, else asked about", () => {
  const left = { baseRevision: 1, value: { ...emptyJudgement, note: "half a sen" } };
  const state = openedDraft(chooseOne, saved(1), left);
  expect(state.value.note).toBe("half a sen");
  expect(isInConflict(state)).toBe(false);
  const late = openedDraft(chooseOne, saved(2, { label: "yes" }), left);
  expect(late.value.note).toBe("half a sen");
  expect(isInConflict(late)).toBe(true);
  expect(late.baseRevision).toBe(1);
});

test("a draft that says what is saved is no draft, whatever its base revision", () => {
  fc.assert(
    fc.property(judgements, fc.nat(9), fc.nat(9), (judgement, revision, baseRevision) => {
      const left = { value: { ...judgement }, baseRevision };
      const state = openedDraft(chooseOne, saved(revision, judgement), left);
      expect(isUnsaved(state)).toBe(false);
      expect(isInConflict(state)).toBe(false);
    }),
  );
});

test("an edit is shown as typed and knows the revision it began on; taking it back leaves no draft", () => {
  fc.assert(
    fc.property(judgements, judgements, (before, after) => {
      const start = opened(3, before);
      const state = typed(start, after);
      expect(state.value).toEqual(chooseOne.isSame(before, after) ? before : after);
      expect(state.baseRevision).toBe(3);
      expect(isUnsaved(typed(state, before))).toBe(false);
    }),
  );
});

test("what was typed before the item came goes on top of what came, and no word of either is lost", () => {
  const came = { ...emptyJudgement, label: "no", note: "Wrong join.", diagnoses: ["GoldX"] } as const;
  const ahead = { ...emptyJudgement, label: "yes", note: "Right after all.", diagnoses: ["AmbQ"] } as const;
  const asJudgement = (judgement: typeof came | typeof ahead): Judgement => ({
    ...judgement,
    diagnoses: [...judgement.diagnoses],
  });
  expect(typedAhead(asJudgement(came), asJudgement(ahead))).toMatchObject({
    label: "yes",
    note: "Wrong join.\nRight after all.",
    diagnoses: ["GoldX", "AmbQ"],
  });
  expect(typedAhead(asJudgement(came), emptyJudgement)).toEqual(came);
});

test("V4: a save from elsewhere conflicts with a draft and changes no word of it", () => {
  const state = receivedVerdict(
    typed(opened(1), { note: "mine" }),
    saved(2, { label: "yes", note: "theirs" }),
  );
  expect(isInConflict(state)).toBe(true);
  expect(state.value.note).toBe("mine");
  expect(state.saved.value.note).toBe("theirs");
  // What is typed on while it waits is kept, and waits on.
  const more = typed(state, { note: "mine and more" });
  expect(isInConflict(more)).toBe(true);
  expect(more.baseRevision).toBe(1);
});

test("V4: a save from elsewhere is shown where nothing is typed", () => {
  const state = rebasedDraft(chooseOne, opened(1), saved(2, { label: "yes" }));
  expect(state).toEqual(opened(2, { label: "yes" }));
});

test("V4: keeping mine goes on from the other's revision, taking theirs drops the draft", () => {
  const state = receivedVerdict(typed(opened(1), { note: "mine" }), saved(2, { note: "theirs" }));
  const mine = chosenVerdict(state, "mine");
  expect(isInConflict(mine)).toBe(false);
  expect(mine.value.note).toBe("mine");
  expect(mine.baseRevision).toBe(2);
  expect(chosenVerdict(state, "theirs").value.note).toBe("theirs");
});

test("an answer that is older than what was sent changes nothing", () => {
  const state = sentVerdict(opened(4), { ...emptyJudgement, label: "yes" }, "now", false);
  expect(receivedVerdict(state, saved(4))).toEqual(state);
  expect(receivedVerdict(state, saved(5, { label: "yes" })).saved.savedAt).toBe("2026-01-01T00:00:00.000Z");
});

test("the answer to a save is no conflict with what was typed since", () => {
  const state = sentVerdict(opened(4), { ...emptyJudgement, label: "yes" }, "now", false);
  const typing = receivedVerdict(typed(state, { note: "more" }), saved(5, { label: "yes" }));
  expect(isInConflict(typing)).toBe(false);
  expect(typing.value).toMatchObject({ label: "yes", note: "more" });
});

test("a flag set while a note is being typed is saved alone, and the note stays a draft without conflict", () => {
  const typing = typed(opened(1), { note: "half", label: "no" });
  const state = sentVerdict(typing, { ...typing.saved.value, flagged: true }, "now", true);
  expect(state.saved).toMatchObject({ revision: 2, value: { flagged: true, note: "", label: null } });
  expect(state.value).toMatchObject({ note: "half", label: "no", flagged: true });
  expect(isInConflict(state)).toBe(false);
});

test("after an undo by the same person typing goes on where it was", () => {
  const state = movedDraft(chooseOne, typed(opened(2, { label: "yes" }), { note: "more" }), saved(3));
  expect(isInConflict(state)).toBe(false);
  expect(state.value.note).toBe("more");
});
