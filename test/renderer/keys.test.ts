import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { belongsToFields, type KeyPress, keyCaps, keyChord, pressedKeys } from "../../renderer/ui/keys.ts";
import { keysInForce } from "../../renderer/ui/shortcut-list.tsx";

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : "",
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

describe("the canonical spelling of a shortcut", () => {
  test.each([
    ["Shift+mod+k", "mod+shift+k"],
    ["mod+Enter", "mod+enter"],
    ["g  G", "g g"],
    ["Esc", "escape"],
    ["mod++", "mod++"],
    ["+", "+"],
    ["alt+Up", "alt+arrowup"],
  ])("%s is %s", (written, canonical) => expect(keyChord(written)).toBe(canonical));

  test("is a fixed point and does not depend on the order of the modifiers", () => {
    const modifiers = fc.uniqueArray(fc.constantFrom("mod", "ctrl", "alt", "shift"));
    const key = fc.constantFrom("a", "Enter", "ArrowUp", "F5", "?", "+", "1");
    fc.assert(
      fc.property(modifiers, key, (held, last) => {
        const forwards = keyChord([...held, last].join("+"));
        expect(keyChord([...held.reverse(), last].join("+"))).toBe(forwards);
        expect(keyChord(forwards)).toBe(forwards);
      }),
    );
  });
});

describe("a pressed key", () => {
  test("mod is Ctrl on a PC and ⌘ on a Mac", () => {
    expect(pressedKeys(press("k", { ctrlKey: true }), false)).toBe("mod+k");
    expect(pressedKeys(press("k", { metaKey: true }), true)).toBe("mod+k");
    expect(pressedKeys(press("k", { ctrlKey: true }), true)).toBe("ctrl+k");
  });

  test("shift is a modifier of a letter and part of a sign", () => {
    expect(pressedKeys(press("N", { shiftKey: true }), false)).toBe("shift+n");
    expect(pressedKeys(press("?", { shiftKey: true, code: "Slash" }), false)).toBe("?");
    expect(pressedKeys(press("Tab", { shiftKey: true }), false)).toBe("shift+tab");
  });

  test("with Alt on a Mac it is the key's place that counts, not the sign it types", () => {
    expect(pressedKeys(press("ß", { altKey: true, code: "KeyS" }), true)).toBe("alt+s");
  });

  test("on a Cyrillic keyboard a letter counts by its place", () => {
    expect(pressedKeys(press("н", { code: "KeyY" }), false)).toBe("y");
  });

  test("a modifier alone is no key", () => expect(pressedKeys(press("Shift"), false)).toBeNull());
});

describe("in a field", () => {
  test.each(["y", "shift+n", "enter", "arrowdown", "mod+z", "mod+c", "escape", "g g", "mod+arrowleft"])(
    "%s belongs to the field",
    (keys) => expect(belongsToFields(keys)).toBe(true),
  );
  test.each(["mod+enter", "mod+k", "f1", "alt+s", "mod+shift+e"])("%s is still the window's", (keys) =>
    expect(belongsToFields(keys)).toBe(false),
  );
});

test("a shortcut that leads elsewhere is not listed: what can be run comes first, then what is nearest", () => {
  const one = (id: string, keys: string[], enabled = true) => ({ id, title: id, keys, enabled, run() {} });
  const [far, near, off] = [one("far", ["mod+z", "u"]), one("near", ["Mod+Z"]), one("off", ["mod+z"], false)];
  const [idle, closer] = [one("idle", ["x"], false), one("closer", ["x"], false)];
  const sets = [[far], [near], [off], [idle], [closer]].map((commands) => ({
    group: "g",
    layer: 0,
    commands,
  }));
  expect([...keysInForce(sets)]).toEqual([
    [near, ["Mod+Z"]],
    [far, ["u"]],
    [closer, ["x"]],
  ]);
});

test("key caps are drawn as the keyboard at hand names them", () => {
  expect(keyCaps("mod+Enter", false)).toEqual([["Ctrl", "↵"]]);
  expect(keyCaps("mod+shift+p", true)).toEqual([["⌘", "⇧", "P"]]);
  expect(keyCaps("g g", false)).toEqual([["G"], ["G"]]);
  expect(keyCaps("+", false)).toEqual([["+"]]);
});
