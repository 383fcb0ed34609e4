/** The parts of a key event that a shortcut is compared with. */
export interface KeyPress {
  key: string;
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

const named: Record<string, string> = {
  " ": "space",
  esc: "escape",
  up: "arrowup",
  down: "arrowdown",
  left: "arrowleft",
  right: "arrowright",
  return: "enter",
};

const canonicalKey = (key: string): string => named[key.toLowerCase()] ?? key.toLowerCase();

/**
 * A shortcut in one canonical spelling, so that two ways of writing it are equal: "Shift+mod+k" → "mod+shift+k".
 * A shortcut is one press or several in a row, parted by blanks: "g g".
 */
export function keyChord(keys: string): string {
  return keys.trim().split(/\s+/).map(canonicalPress).join(" ");
}

function canonicalPress(press: string): string {
  const parts = press === "+" ? ["+"] : press.split(/\+(?!$)/);
  const key = canonicalKey(parts.pop() ?? "");
  const modifiers = new Set(parts.map((part) => part.toLowerCase()));
  return (["mod", "ctrl", "alt", "shift"] as const)
    .filter((modifier) => modifiers.has(modifier))
    .concat(key as never)
    .join("+");
}

/** The canonical spelling of a pressed key, or null for a modifier alone. */
export function pressedKeys(press: KeyPress, mac: boolean): string | null {
  if (["Control", "Shift", "Alt", "Meta", "AltGraph", "Dead", "Process"].includes(press.key)) return null;
  const key = canonicalKey(keyOf(press));
  const parts: string[] = [];
  if (mac ? press.metaKey : press.ctrlKey) parts.push("mod");
  if (mac && press.ctrlKey) parts.push("ctrl");
  if (press.altKey) parts.push("alt");
  // Shift is part of a sign such as "?"; of a letter or a named key it is a modifier.
  if (press.shiftKey && (key.length > 1 || /[a-z0-9]/.test(key))) parts.push("shift");
  return [...parts, key].join("+");
}

/** What is on the key cap: Alt and other alphabets change `key`, so a letter or digit is then read from its key. */
function keyOf(press: KeyPress): string {
  const cap = /^(?:Key([A-Z])|Digit(\d))$/.exec(press.code);
  const foreign = press.key.length === 1 && press.key.charCodeAt(0) > 127;
  return cap && (press.altKey || foreign) ? (cap[1] ?? cap[2] ?? press.key) : press.key;
}

/** Whether a canonical shortcut would type something (or move the caret) in a field, so that the field has it first. */
export function belongsToFields(keys: string): boolean {
  const first = keys.split(" ")[0] ?? "";
  const parts = first.split(/\+(?!$)/);
  const key = parts.pop() ?? "";
  if (parts.includes("alt")) return false;
  if (!parts.includes("mod") && !parts.includes("ctrl")) return !/^f\d+$/.test(key);
  return /^([acvxyz]|arrow\w+|backspace|delete|home|end)$/.test(key);
}

const signs: Record<string, string> = {
  arrowup: "↑",
  arrowdown: "↓",
  arrowleft: "←",
  arrowright: "→",
  enter: "↵",
  escape: "Esc",
  space: "Space",
  pageup: "PgUp",
  pagedown: "PgDn",
};

/** A shortcut as it is drawn: its presses in a row, and of each one entry for each key cap: [["G"], ["Ctrl", "↵"]], on a Mac [["G"], ["⌘", "↵"]]. */
export function keyCaps(keys: string, mac: boolean): string[][] {
  const modifiers: Record<string, string> = mac
    ? { mod: "⌘", ctrl: "⌃", alt: "⌥", shift: "⇧" }
    : { mod: "Ctrl", ctrl: "Ctrl", alt: "Alt", shift: "Shift" };
  return keyChord(keys)
    .split(" ")
    .map((press) => (press === "+" ? ["+"] : press.split(/\+(?!$)/)))
    .map((parts) =>
      parts.map(
        (part) => modifiers[part] ?? signs[part] ?? (part.length === 1 ? part.toUpperCase() : capital(part)),
      ),
    );
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
