const named: Readonly<Record<string, string>> = {
  ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0" },
};

/** A text with the entities that Markdown allows as their characters; others stay as they are written. */
export function decodeEntities(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,6})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return named[String(name).toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
