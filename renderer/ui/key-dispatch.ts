import { flushSync } from "react-dom";
import { activeSets, type Command, commandRegistry, keyConflicts, runCommand } from "./commands.ts";
import { belongsToFields, type KeyPress, keyChord, pressedKeys } from "./keys.ts";
import { onMac } from "./platform.ts";

/** How long, in milliseconds, a row of presses ("g g") may pause; of time in which the window is busy at once so much counts. */
const rowPauseMs = 1500;
const stepMs = 100;
const mostOfStepMs = 2 * stepMs;

/** What a press leads to: a command, the wait for the next press of a row, or nothing. */
export type Match = { command: Command } | { pending: string } | null;

/** Finds what a press (after the presses `before`) leads to among the commands; in a field only what may run there. */
export function matchPress(
  commands: readonly Command[],
  pressed: string,
  before: string,
  typing: boolean,
): Match {
  const row = before ? `${before} ${pressed}` : pressed;
  let pending = false;
  for (const command of commands) {
    if (command.enabled === false) continue;
    for (const keys of (command.keys ?? []).map(keyChord)) {
      if (typing && !command.inInputs && belongsToFields(keys)) continue;
      if (keys === row) return { command };
      if (keys.startsWith(`${row} `)) pending = true;
    }
  }
  if (pending) return { pending: row };
  return before ? matchPress(commands, pressed, "", typing) : null;
}

/** Whether keys pressed there are text. Read-only editors opt out with data-keys="commands". */
export function takesText(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest('[data-keys="commands"]')) return false;
  if (
    target.closest(
      '[data-keys="own"], .monaco-editor, [contenteditable=""], [contenteditable="true"], [role="textbox"]',
    )
  )
    return true;
  if (target instanceof HTMLInputElement)
    return !["checkbox", "radio", "button", "submit", "range"].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

/** Enter and Space belong to the button or link that has the focus. */
const activates = (target: EventTarget | null, pressed: string): boolean =>
  /^(enter|space)$/.test(pressed) &&
  target instanceof Element &&
  target.closest(
    'button, a[href], summary, [role="button"], [role="tab"], [role="checkbox"], [role="switch"]',
  ) !== null;

/** Lists and menus that are open over the page have their own keys (type-ahead). */
const inPopup = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role="menu"], [role="listbox"][data-open]') !== null;

/** The presses that began a row, until it has paused for too long. */
function beginnings() {
  let row = "";
  let since = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  // Many short timers: those of a window that is busy come late, all of its busy time as one step.
  const wait = (leftMs: number): void => {
    const from = performance.now();
    const next = () => wait(leftMs - Math.min(performance.now() - from, mostOfStepMs));
    timer = leftMs > 0 ? setTimeout(next, stepMs) : undefined;
  };
  return {
    /** The row at a press, whose time stamp is from before the window came to it. */
    at: (timeStamp: number): string => (timer !== undefined || timeStamp - since < rowPauseMs ? row : ""),
    set(next: string, timeStamp: number): void {
      clearTimeout(timer);
      row = next;
      since = timeStamp;
      wait(row === "" ? 0 : rowPauseMs);
    },
  };
}

/** A press that waits longer than this, in milliseconds, has been forgotten by whoever made it. */
const longestWaitMs = 3000;

/** Runs commands in the order of their presses: one that waits (`CommandsWait`) keeps back those behind it. */
function inOrder() {
  const left: { id: string; at: number }[] = [];
  const waits = (id: string): boolean =>
    [...commandRegistry.getState().sets.values()].some(
      (set) => set.waits && set.commands.some((one) => one.id === id),
    );
  const runLeft = (): void => {
    while (left[0] !== undefined && !waits(left[0].id)) {
      const { id } = left.shift() as { id: string };
      // Drawn at once, so that the next one waits for what this one has opened.
      flushSync(() => void runCommand(id));
    }
  };
  const unsubscribe = commandRegistry.subscribe(() => left.length > 0 && queueMicrotask(runLeft));
  return {
    run({ id, run }: Command, at: number): void {
      while (left[0] !== undefined && at - left[0].at > longestWaitMs) left.shift();
      if (left.length > 0 || waits(id)) left.push({ id, at });
      else run();
    },
    stop(): void {
      unsubscribe();
      left.length = 0;
    },
  };
}

/** Listens to the one window's keys and runs commands; gives back how to stop. */
export function dispatchKeys(): () => void {
  const begun = beginnings();
  const ordered = inOrder();
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing || inPopup(event.target)) return;
    const pressed = pressedKeys(event as KeyPress, onMac);
    if (pressed === null || activates(event.target, pressed)) return;
    const sets = activeSets(commandRegistry.getState().sets);
    const match = matchPress(
      // The component mounted last is the nearest to the person: it is asked first.
      sets.reverse().flatMap(({ commands }) => commands),
      pressed,
      begun.at(event.timeStamp),
      takesText(event.target),
    );
    begun.set(match && "pending" in match ? match.pending : "", event.timeStamp);
    if (!match) return;
    event.preventDefault();
    if ("command" in match && (!event.repeat || /arrow|page|^[jk]$/.test(pressed)))
      ordered.run(match.command, event.timeStamp);
  };
  window.addEventListener("keydown", onKeyDown);
  const stopWarning = import.meta.env?.DEV ? warnOfConflicts() : () => {};
  return () => {
    window.removeEventListener("keydown", onKeyDown);
    begun.set("", 0);
    ordered.stop();
    stopWarning();
  };
}

function warnOfConflicts(): () => void {
  return commandRegistry.subscribe(({ sets }) => {
    for (const conflict of keyConflicts(sets.values())) console.error(`Shortcut ${conflict}.`);
  });
}
