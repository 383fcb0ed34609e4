import { cellTag } from "#shared/domain/cell.ts";
import { type SqlNode, textOf } from "#shared/sql/tree/sql-node.ts";
import type { Check } from "./check.ts";
import { type ComparedValues, comparedValues } from "./compared-values.ts";
import { goldRange } from "./gold-locations.ts";

const equalities = new Set(["=", "==", "<>", "!=", "IN", "NOT IN"]);

/** float-equality: a comparison by = of floating point numbers that are computed, joined on, or of single precision. */
export const floatEquality: Check = {
  name: "equality of floating point numbers",
  needs: "gold",
  async *run(phase) {
    for (const compared of await comparedValues(phase)) {
      if (!equalities.has(compared.operator)) continue;
      const { query, operands, range } = compared;
      const float = operands.find((operand, column) => isFragile(compared, operand, column));
      if (float === undefined) continue;
      yield {
        rule: "float-equality",
        severity: "warning",
        where: goldRange(query.statement, range),
        message: `The gold of phase ${phase.part.phase} compares ${textOf(query.tree, float)} by ${compared.operator}, a floating point number: whether two computed ones are equal is chance in their last digits. Compare exact numbers (::numeric), or ask for a small difference.`,
      };
    }
  },
};

/** A float that was computed or has single precision, or a column that is held against another column or a fraction. */
function isFragile({ operands, values, query }: ComparedValues, operand: SqlNode, column: number): boolean {
  const type = values.columns[column]?.declaredType ?? "";
  const isFloat =
    type === "" || query.tree.dialect === "sqlite"
      ? isRealColumn(values.rows, column)
      : /^(?:real|double precision)$/.test(type);
  if (!isFloat || operand.kind === "number") return false;
  if (operand.kind !== "column") return true;
  const others = operands.filter((other) => other !== operand);
  const meetsFraction = others.some(
    (other) => other.kind === "number" && textOf(query.tree, other).includes("."),
  );
  return (type === "real" && meetsFraction) || others.some(({ kind }) => kind === "column");
}

function isRealColumn(rows: ComparedValues["values"]["rows"], column: number): boolean {
  return rows.some((row) => cellTag(row[column] ?? null) === "r");
}
