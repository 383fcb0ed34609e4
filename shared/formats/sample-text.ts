/** The first rows of a table as text. An empty cell is null: the text does not tell NULL from an empty string. */
export interface SampleRows {
  columns: string[];
  rows: (string | null)[][];
}

/** What is wrong with a sample: the line within it (0-based), why, and what to do. */
export interface SampleProblem {
  line: number;
  reason: string;
  fix: string;
}

const noRows = "No data available in this table.";

/**
 * Reads what is below "First 3 rows:": a line of names, a line of dashes that says how wide each column is (in
 * code points), and the rows up to "...". Cells come trimmed; numbers are as they were printed.
 */
export function readSampleText(lines: readonly string[]): {
  sample: SampleRows | null;
  problem: SampleProblem | null;
} {
  const dashes = lines.findIndex((line) => /^-+(?: +-+)*\s*$/.test(line));
  if (dashes < 1) return { sample: null, problem: strayProblem(lines) };
  const spans = [...(lines[dashes] ?? "").matchAll(/-+/g)].map(({ index, 0: run }) => ({
    from: index,
    to: index + run.length,
  }));
  const rows: (string | null)[][] = [];
  let problem: SampleProblem | null = null;
  for (const [offset, line] of lines.slice(dashes + 1).entries()) {
    if (line.trim() === "..." || line.trim() === "") break;
    const cells = cellsOf(line, spans);
    if (cells === null) {
      problem ??= {
        line: dashes + 1 + offset,
        reason: "The sample row does not have the columns of its table.",
        fix: "Align its cells with the dashes below the names; a cell must not contain a line break.",
      };
    } else rows.push(cells.map((cell) => (cell === "" ? null : cell)));
  }
  return { sample: { columns: cellsOf(lines[dashes - 1] ?? "", spans) ?? [], rows }, problem };
}

function strayProblem(lines: readonly string[]): SampleProblem | null {
  const line = lines.findIndex((each) => !["", "First 3 rows:", noRows, "..."].includes(each.trim()));
  if (line < 0) return null;
  return {
    line,
    reason: "The line is not part of a sample.",
    fix: `Write a line of names, a line of dashes and the rows, or "${noRows}"`,
  };
}

/** The trimmed cells of a line, or null where something is between two columns. */
function cellsOf(line: string, spans: readonly { from: number; to: number }[]): string[] | null {
  const points = [...line];
  const isGapFree = spans.every(({ to }, index) => {
    const next = spans[index + 1]?.from;
    return next === undefined || points.slice(to, next).every((point) => point === " ");
  });
  if (!isGapFree) return null;
  return spans.map(({ from, to }, index) =>
    points
      .slice(from, index === spans.length - 1 ? undefined : to)
      .join("")
      .trim(),
  );
}
