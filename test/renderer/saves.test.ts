import { beforeEach, describe, expect, test } from "vitest";
import { beginSave, useSaves } from "../../renderer/data/saves.ts";

describe("saves under way", () => {
  beforeEach(() => useSaves.setState({ pending: [], lastSavedAt: null }));

  test("a save counts until it is acknowledged, and only that sets the time of the last one", () => {
    const save = beginSave("verdict on item 412");
    expect(useSaves.getState().pending).toMatchObject([{ what: "verdict on item 412", error: null }]);
    expect(useSaves.getState().lastSavedAt).toBeNull();
    save.done();
    expect(useSaves.getState().pending).toEqual([]);
    expect(Date.parse(useSaves.getState().lastSavedAt ?? "")).toBeGreaterThan(0);
  });

  test("a failed save still counts, says why, and can be tried again", () => {
    let tries = 0;
    const save = beginSave("note");
    save.failed("The disk is full.", () => tries++);
    const [failed] = useSaves.getState().pending;
    expect(failed?.error).toBe("The disk is full.");
    failed?.retry?.();
    expect(tries).toBe(1);
    save.again();
    expect(useSaves.getState().pending).toMatchObject([{ error: null, retry: null }]);
  });

  test("a save that was given up no longer counts and is not told as saved", () => {
    const kept = beginSave("one");
    beginSave("two").drop();
    expect(useSaves.getState().pending.map(({ what }) => what)).toEqual(["one"]);
    kept.done();
    expect(useSaves.getState().pending).toEqual([]);
  });
});
