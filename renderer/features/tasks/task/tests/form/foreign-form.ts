import type { TestCheck, TestForm } from "#shared/domain/test-form.ts";
import type { TestScript } from "#shared/domain/test-script.ts";
import { readTestForm } from "#shared/formats/test-form/read-test-form.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";

export const engineNames: Record<SqlDialect, string> = { postgresql: "PostgreSQL", sqlite: "SQLite" };

/** A script that the form wrote for another engine: what to say of it, and its form for this one where it has all that is asked. */
export interface ForeignForm {
  says: string;
  form: TestForm | null;
}

/** The form of a script for the other dialect, brought to this one; null where no form wrote it. */
export function foreignForm(script: TestScript, dialect: SqlDialect): ForeignForm | null {
  const other = dialect === "sqlite" ? "postgresql" : "sqlite";
  const form = readTestForm(script, other);
  if (form === null) return null;
  const says = `The form wrote this script for ${engineNames[other]}; the project runs its tasks on ${engineNames[dialect]}.`;
  if (dialect === "sqlite" && form.checks.some(isOfFunction))
    return { says: `${says} It checks a function, and SQLite has no stored functions.`, form: null };
  const isRead = form.checks.some(({ kind }) => kind === "unchanged");
  return {
    says: isRead ? `${says} Each table that must not change has to be read again.` : says,
    form: { checks: form.checks.map(unread) },
  };
}

const isOfFunction = (check: TestCheck): boolean =>
  check.kind === "function-returns" || (check.kind === "object-exists" && check.object === "function");

/** A fingerprint of one engine is not that of another. */
const unread = (check: TestCheck): TestCheck =>
  check.kind === "unchanged" ? { ...check, rows: 0, fingerprint: "" } : check;
