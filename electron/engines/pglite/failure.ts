import type { RunError } from "#shared/domain/result.ts";

/** The server's error (fields of an ErrorResponse) as the one a person is shown; `from` is where the text sent begins in the SQL as written. */
export function runError(fields: ReadonlyMap<string, string>, sent: string, from: number): RunError {
  const position = Number(fields.get("P"));
  const offset = position > 0 ? from + utf16Offset(sent, position - 1) : null;
  return {
    message: fields.get("M") ?? "the server named no reason",
    kind: kindOf(fields.get("C") ?? ""),
    offset,
  };
}

/** By SQLSTATE (manual, appendix A): 42501 rights; 53, 54 resources and limits; 08, 57P, 58, XX the engine itself. */
function kindOf(code: string): RunError["kind"] {
  if (code === "42501") return "refused";
  if (/^5[34]/.test(code)) return "limit";
  return /^(08|57P|58|XX)/.test(code) ? "engine" : "sql";
}

/** The server counts characters, JavaScript UTF-16 units. */
function utf16Offset(text: string, characters: number): number {
  let units = 0;
  for (let seen = 0; seen < characters && units < text.length; seen += 1)
    units += (text.codePointAt(units) ?? 0) > 0xffff ? 2 : 1;
  return units;
}
