/** Text in quotes for a message, cut where it is long, on one line. */
export function quoted(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return `"${line.length > 120 ? `${line.slice(0, 117)}…` : line}"`;
}
