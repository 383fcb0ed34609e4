/**
 * How well typed letters fit a name, 0 where they do not: as its beginning, as the beginning of a word in it, anywhere in it,
 * as beginnings of its words in their order ("gosett" for "Go to Settings"), or at least in this order. Blanks and case do not count.
 */
export function lettersFit(typed: string, name: string): number {
  const letters = typed.toLowerCase().replace(/\s+/g, " ").trim();
  const text = name.toLowerCase();
  if (letters === "" || text.startsWith(letters)) return 5;
  const at = text.indexOf(letters);
  if (at > 0) return isWordStart(text, at) ? 4 : 3;
  const together = letters.replaceAll(" ", "");
  if (fitsWordStarts(together, text, 0, 0)) return 2;
  return isInOrder(together, text) ? 1 : 0;
}

const isWordStart = (text: string, at: number): boolean => !/[\p{L}\p{N}]/u.test(text.charAt(at - 1));

/** Whether each letter follows the one before it or begins a later word. */
function fitsWordStarts(letters: string, text: string, from: number, at: number): boolean {
  if (from === letters.length) return true;
  for (let next = at; next < text.length; next++) {
    const follows = next === at && from > 0;
    if (text[next] !== letters[from] || !(follows || isWordStart(text, next))) continue;
    if (fitsWordStarts(letters, text, from + 1, next + 1)) return true;
  }
  return false;
}

function isInOrder(letters: string, text: string): boolean {
  let at = -1;
  return [...letters].every((letter) => {
    at = text.indexOf(letter, at + 1);
    return at >= 0;
  });
}
