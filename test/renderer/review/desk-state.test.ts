import fc from "fast-check";
import { expect, test } from "vitest";
import { diagnoses, emptyJudgement, type Judgement, type Verdict } from "#shared/domain/verdict.ts";
import {
  edited,
  isStale,
  judgementOf,
  opened,
  openedLate,
  rebased,
  received,
  resolved,
  sameJudgement,
  sent,
  shownJudgement,
} from "../../../renderer/data/desk-state.ts";

const saved = (revision: number, judgement: Partial<Judgement> = {}): Verdict => ({
  ...emptyJudgement,
  ...judgement,
  itemId: 7,
  reviewer: "Ada",
  revision,
  savedAt: revision === 0 ? null : "2026-01-01T00:00:00.000Z",
});

const judgements = fc.record({
  label: fc.constantFrom("yes" as const, "no" as const, null),
  diagnoses: fc.uniqueArray(fc.constantFrom(...diagnoses)),
  note: fc.string(),
  skipped: fc.boolean(),
  flagged: fc.boolean(),
});

test("what the browser mirrored is shown before the back end's draft, and that before what is saved", () => {
  const draft = { ...emptyJudgement, itemId: 7, baseRevision: 0, note: "half a sen" };
  const mirrored = { judgement: { ...emptyJudgement, note: "half a sentence" }, baseRevision: 0 };
  expect(shownJudgement(opened(saved(0), draft, mirrored)).note).toBe("half a sentence");
  expect(shownJudgement(opened(saved(0), draft, null)).note).toBe("half a sen");
  expect(shownJudgement(opened(saved(0), null, null)).note).toBe("");
});

test("a draft that says what is saved is no draft, whatever its base revision", () => {
  fc.assert(
    fc.property(judgements, fc.nat(9), fc.nat(9), (judgement, revision, baseRevision) => {
      const state = opened(saved(revision, judgement), null, { judgement, baseRevision });
      expect(state.draft).toBeNull();
      expect(isStale(state)).toBe(false);
    }),
  );
});

test("an edit is shown as typed and knows the revision it began on; taking it back leaves no draft", () => {
  fc.assert(
    fc.property(judgements, judgements, (before, after) => {
      const start = { saved: saved(3, before), draft: null };
      const state = edited(start, after);
      expect(shownJudgement(state)).toEqual(sameJudgement(before, after) ? judgementOf(start.saved) : after);
      expect(state.draft?.baseRevision ?? 3).toBe(3);
      expect(edited(state, before).draft).toBeNull();
    }),
  );
});

test("what was typed before the item came goes on top of what came, and no word of either is lost", () => {
  const came = opened(saved(2, { label: "no", note: "Wrong join.", diagnoses: ["GoldX"] }), null, null);
  const typed = {
    ...emptyJudgement,
    label: "yes" as const,
    note: "Right after all.",
    diagnoses: ["AmbQ" as const],
  };
  expect(shownJudgement(openedLate(came, typed))).toMatchObject({
    label: "yes",
    note: "Wrong join.\nRight after all.",
    diagnoses: ["GoldX", "AmbQ"],
  });
  expect(isStale(openedLate(came, typed))).toBe(false);
  expect(openedLate(came, emptyJudgement).draft).toBeNull();
});

test("V4: a save from elsewhere makes a draft stale and changes no word of it", () => {
  const typing = edited({ saved: saved(1), draft: null }, { note: "mine" });
  const state = received(typing, saved(2, { label: "yes", note: "theirs" }));
  expect(isStale(state)).toBe(true);
  expect(shownJudgement(state).note).toBe("mine");
  expect(state.saved.note).toBe("theirs");
});

test("V4: keeping mine goes on from the other's revision, taking theirs drops the draft", () => {
  const typing = edited({ saved: saved(1), draft: null }, { note: "mine" });
  const state = received(typing, saved(2, { note: "theirs" }));
  const mine = resolved(state, "mine");
  expect(isStale(mine)).toBe(false);
  expect(shownJudgement(mine).note).toBe("mine");
  expect(mine.draft?.baseRevision).toBe(2);
  expect(shownJudgement(resolved(state, "theirs")).note).toBe("theirs");
});

test("an answer that is older than what was sent changes nothing", () => {
  const state = sent({ saved: saved(4), draft: null }, { ...emptyJudgement, label: "yes" }, "now", false);
  expect(received(state, saved(4))).toEqual(state);
  expect(received(state, saved(5, { label: "yes" })).saved.savedAt).toBe("2026-01-01T00:00:00.000Z");
});

test("a flag set while a note is being typed is saved alone, and the note stays a draft that is not stale", () => {
  const typing = edited({ saved: saved(1), draft: null }, { note: "half", label: "no" });
  const state = sent(typing, { ...judgementOf(typing.saved), flagged: true }, "now", true);
  expect(state.saved).toMatchObject({ revision: 2, flagged: true, note: "", label: null });
  expect(shownJudgement(state)).toMatchObject({ note: "half", label: "no", flagged: true });
  expect(isStale(state)).toBe(false);
});

test("after an undo by the same person typing goes on where it was", () => {
  const typing = edited({ saved: saved(2, { label: "yes" }), draft: null }, { note: "more" });
  const state = rebased(typing, saved(3));
  expect(isStale(state)).toBe(false);
  expect(shownJudgement(state).note).toBe("more");
});
