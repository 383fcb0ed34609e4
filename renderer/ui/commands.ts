import { createContext, useContext, useId, useLayoutEffect, useRef } from "react";
import { create } from "zustand";
import { keyChord } from "./keys.ts";

/** Something a person can do: found in the palette, on the `?` sheet, in the menu, and by its keys. */
export interface Command {
  /** Unique and stable; menus of the host send it: "review.next". */
  id: string;
  /** What it does, as an imperative: "Next item". */
  title: string;
  /** Shortcuts, each "mod+Enter", "y", "shift+n", or presses in a row "g g"; mod is ⌘ on a Mac and Ctrl elsewhere. */
  keys?: string[];
  /** False: shown greyed and not run. */
  enabled?: boolean;
  /** Runs by its keys while a field has the focus, too. */
  inInputs?: boolean;
  /** Left out of the palette and the sheet (a second way to the same thing). */
  hidden?: boolean;
  run(): void;
}

/** A command in one line. */
export const command = (
  id: string,
  title: string,
  keys: string[],
  run: () => void,
  more: Pick<Command, "enabled" | "inInputs" | "hidden"> = {},
): Command => ({ id, title, keys, run, ...more });

/** The command of what not everybody may do: none where `run` is null. */
export const commandIf = (
  id: string,
  title: string,
  keys: string[],
  run: (() => void) | null,
  more: Pick<Command, "enabled" | "inInputs" | "hidden"> = {},
): Command[] => (run === null ? [] : [command(id, title, keys, run, more)]);

/** The commands of one mounted component; `layer` counts the modal dialogs around it, `waits` as `CommandsWait` says. */
export interface CommandSet {
  group: string;
  layer: number;
  waits?: boolean;
  commands: readonly Command[];
}

interface Registry {
  sets: ReadonlyMap<string, CommandSet>;
}

/** Every command that can be run now; the palette, the sheet and the key dispatcher read it. */
export const commandRegistry = create<Registry>(() => ({ sets: new Map() }));

/** How many modal dialogs are around a component: only the commands of the innermost are run by keys. */
export const CommandLayer = createContext(0);

/**
 * Whether what the commands below act on is on its way, and what was there before is still shown: a press is meant for what comes, and
 * waits for it.
 */
export const CommandsWait = createContext(false);

/** Makes commands available, under a group's heading, as long as the component is mounted. */
export function useCommands(group: string, commands: readonly Command[]): void {
  const key = useId();
  const layer = useContext(CommandLayer);
  const waits = useContext(CommandsWait);
  const latest = useRef(commands);
  useLayoutEffect(() => {
    latest.current = commands;
  });
  // What is drawn of the commands; closures change at every render and are looked up when they run.
  const face = JSON.stringify(
    commands.map(({ id, title, keys, enabled, hidden, inInputs }) => [
      id,
      title,
      keys,
      enabled,
      hidden,
      inInputs,
    ]),
  );
  // Before it is drawn: a key that can be read can be pressed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `face` represents the commands, whose closures are read through `latest`.
  useLayoutEffect(() => {
    const stable = latest.current.map((command) => ({
      ...command,
      run: () => latest.current.find(({ id }) => id === command.id)?.run(),
    }));
    setCommands(key, { group, layer, waits, commands: stable });
    return () => setCommands(key, null);
  }, [key, group, layer, waits, face]);
}

function setCommands(key: string, set: CommandSet | null): void {
  commandRegistry.setState(({ sets }) => {
    const next = new Map(sets);
    if (set) next.set(key, set);
    else next.delete(key);
    return { sets: next };
  });
}

/** The commands of the innermost layer, in the order in which they were made available. */
export function activeSets(sets: ReadonlyMap<string, CommandSet>): CommandSet[] {
  const all = [...sets.values()];
  const top = Math.max(0, ...all.map(({ layer }) => layer));
  return all.filter(({ layer }) => layer === top);
}

/** Runs a command by its id, as the host's menu does; false when it is not there or not enabled. */
export function runCommand(id: string): boolean {
  for (const { commands } of activeSets(commandRegistry.getState().sets)) {
    const command = commands.find((candidate) => candidate.id === id);
    if (command && command.enabled !== false) {
      command.run();
      return true;
    }
  }
  return false;
}

/** Pairs of commands of one layer that claim the same keys, or keys that begin another's row: each is a mistake. */
export function keyConflicts(sets: Iterable<CommandSet>): string[] {
  const conflicts: string[] = [];
  const claimed = new Map<string, { id: string; keys: string }[]>();
  for (const { layer, commands } of sets) {
    for (const { id, keys = [], enabled } of commands) {
      if (enabled === false) continue;
      const claims = claimed.get(String(layer)) ?? [];
      for (const own of keys.map(keyChord)) {
        for (const other of claims) {
          const clash =
            own === other.keys || own.startsWith(`${other.keys} `) || other.keys.startsWith(`${own} `);
          if (clash && other.id !== id)
            conflicts.push(`"${own}" of ${id} clashes with "${other.keys}" of ${other.id}`);
        }
        claims.push({ id, keys: own });
      }
      claimed.set(String(layer), claims);
    }
  }
  return conflicts;
}
