/** A text in which what is searched for is marked. */
export function HighlightedText({ text, wanted }: { text: string; wanted: string }) {
  const needle = wanted.trim().toLowerCase();
  if (needle === "") return text;
  const pieces: { from: number; text: string; isFound: boolean }[] = [];
  const low = text.toLowerCase();
  let at = 0;
  for (let found = low.indexOf(needle); found >= 0; found = low.indexOf(needle, at)) {
    if (found > at) pieces.push({ from: at, text: text.slice(at, found), isFound: false });
    at = found + needle.length;
    pieces.push({ from: found, text: text.slice(found, at), isFound: true });
  }
  pieces.push({ from: at, text: text.slice(at), isFound: false });
  return pieces.map((piece) =>
    piece.isFound ? (
      <mark key={piece.from} className="rounded-sm bg-marker text-ink">
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  );
}
