import { beforeEach, describe, expect, test } from "vitest";
import {
  activeSets,
  type Command,
  type CommandSet,
  commandRegistry,
  keyConflicts,
  runCommand,
} from "../../renderer/ui/commands.ts";
import { matchPress } from "../../renderer/ui/key-dispatch.ts";
import { commandGroups } from "../../renderer/ui/shortcut-list.tsx";

const command = (id: string, keys: string[], rest: Partial<Command> = {}): Command => ({
  id,
  title: id,
  keys,
  run: () => {},
  ...rest,
});
const set = (commands: Command[], layer = 0, group = "Review"): CommandSet => ({ group, layer, commands });

describe("a press of a key", () => {
  const next = command("next", ["j", "down"]);
  const first = command("first", ["g g"]);
  const data = command("data", ["g d"]);
  const save = command("save", ["mod+Enter"]);
  const undo = command("undo", ["mod+z"]);
  const leave = command("leave", ["Escape"], { inInputs: true });
  const all = [next, first, data, save, undo, leave];

  test("runs the command that has it", () =>
    expect(matchPress(all, "j", "", false)).toEqual({ command: next }));

  test("that begins a row waits for the next one", () => {
    expect(matchPress(all, "g", "", false)).toEqual({ pending: "g" });
    expect(matchPress(all, "g", "g", false)).toEqual({ command: first });
    expect(matchPress(all, "d", "g", false)).toEqual({ command: data });
  });

  test("that does not go on with a row counts by itself", () =>
    expect(matchPress(all, "j", "g", false)).toEqual({ command: next }));

  test("while one types is the field's, unless it cannot be text or the command wants it there", () => {
    expect(matchPress(all, "j", "", true)).toBeNull();
    expect(matchPress(all, "mod+z", "", true)).toBeNull();
    expect(matchPress(all, "mod+enter", "", true)).toEqual({ command: save });
    expect(matchPress(all, "escape", "", true)).toEqual({ command: leave });
  });

  test("of a command that is not enabled does nothing", () =>
    expect(matchPress([command("off", ["x"], { enabled: false })], "x", "", false)).toBeNull());
});

describe("conflicts of shortcuts", () => {
  test("two commands with one shortcut are told, however they are written", () => {
    expect(
      keyConflicts([set([command("a", ["Shift+mod+k"])]), set([command("b", ["mod+shift+K"])])]),
    ).toHaveLength(1);
  });

  test("a shortcut that begins another's row is told: it would never let the row come to its end", () => {
    expect(keyConflicts([set([command("a", ["g"]), command("b", ["g g"])])])).toHaveLength(1);
  });

  test("other layers, other keys and commands that are not enabled are no conflict", () => {
    expect(keyConflicts([set([command("a", ["y"])]), set([command("b", ["y"])], 1)])).toEqual([]);
    expect(keyConflicts([set([command("a", ["g g"]), command("b", ["g d"])])])).toEqual([]);
    expect(keyConflicts([set([command("a", ["y"]), command("b", ["y"], { enabled: false })])])).toEqual([]);
  });
});

describe("layers", () => {
  beforeEach(() => commandRegistry.setState({ sets: new Map() }));

  test("while a dialog is open, even one without commands, the page's own rest", () => {
    let ran = 0;
    const page = set([command("save", ["s"], { run: () => ran++ })]);
    commandRegistry.setState({ sets: new Map([["page", page]]) });
    expect(runCommand("save")).toBe(true);
    commandRegistry.setState({
      sets: new Map([
        ["page", page],
        ["dialog", set([], 1)],
      ]),
    });
    expect(runCommand("save")).toBe(false);
    expect(ran).toBe(1);
    expect(activeSets(commandRegistry.getState().sets)).toEqual([set([], 1)]);
  });

  test("a command that is not enabled is not run by the menu either", () => {
    commandRegistry.setState({ sets: new Map([["page", set([command("off", [], { enabled: false })])]]) });
    expect(runCommand("off")).toBe(false);
  });
});

test("sets of one group stand under one heading, without what is hidden", () => {
  const sets = [
    set([command("a", ["a"])]),
    set([command("w", [])], 0, "Window"),
    set([command("b", []), command("c", [], { hidden: true })]),
  ];
  expect(commandGroups(sets).map(({ group, commands }) => [group, commands.map(({ id }) => id)])).toEqual([
    ["Review", ["a", "b"]],
    ["Window", ["w"]],
  ]);
});
