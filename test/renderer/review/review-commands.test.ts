import { expect, test } from "vitest";
import { reviewKeys } from "#shared/domain/form-defects.ts";
import { roseForm } from "#shared/domain/verdict-form.ts";
import { reviewViewState } from "../../../renderer/features/review/review-view.ts";
import {
  type ReviewCommands,
  reviewCommands,
} from "../../../renderer/features/review/use-review-commands.ts";
import { type CommandSet, keyConflicts } from "../../../renderer/ui/commands.ts";

/** The keys that the window holds on every screen. */
const windowKeys = ["mod+k", "?", "g r", "g d", "g s", "mod+,", "mod+o", "mod+shift+e"];

function sets(): CommandSet[] {
  const nothing = () => undefined;
  // Only the commands' ids, titles and keys are looked at; none is run.
  const anything = new Proxy({}, { get: () => nothing });
  const groups = reviewCommands({
    queue: anything,
    actions: anything,
    form: roseForm,
    handles: anything,
    view: reviewViewState.default,
    onView: nothing,
  } as unknown as ReviewCommands);
  const window = windowKeys.map((keys) => ({
    id: `window ${keys}`,
    title: keys,
    keys: [keys],
    run: nothing,
  }));
  return [
    ...Object.entries(groups).map(([group, commands]) => ({ group, layer: 0, commands })),
    { group: "Window", layer: 0, commands: window },
  ];
}

test("no two commands of the review screen, or of the window around it, claim the same keys", () => {
  expect(keyConflicts(sets())).toEqual([]);
});

test("every command of the review screen has keys of its own and a title in words", () => {
  for (const { id, title, keys = [] } of sets().flatMap(({ commands }) => commands)) {
    expect(keys, id).not.toEqual([]);
    expect(title.length, id).toBeGreaterThan(0);
  }
});

test("the keys that a verdict form may not take are those of the review screen and the window", () => {
  const own = new Set([...roseForm.labels, ...roseForm.diagnoses].map(({ key }) => key));
  const claimed = sets()
    .flatMap(({ commands }) => commands.flatMap(({ keys = [] }) => keys))
    .map((keys) => keys.split(" ")[0] ?? "")
    .filter((keys) => /^(?:shift\+)?[a-z0-9]$/.test(keys) && !own.has(keys));
  for (const keys of claimed) expect(reviewKeys).toContain(keys);
});
