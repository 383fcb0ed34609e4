import { cellTag } from "../../domain/cell.ts";
import { type SqlNode, textOf } from "../../sql/tree/sql-node.ts";
import { goldRange } from "../checked-phase.ts";
import { checkFamily, defineRules } from "../rule.ts";
import { type ComparedValues, comparedValues } from "./compared-values.ts";

const equalities = new Set(["=", "==", "<>", "!=", "IN", "NOT IN"]);

const rules = defineRules({
  "float-equality": {
    severity: "warning",
    meaning:
      "Floating point numbers that are computed, joined on, or of single precision are compared by `=` or IN, but their last digits are unreliable.",
    fix: "Compare exact numbers (`::numeric`), or test whether the difference is small.",
  },
});

/** Equality of floating point numbers that are computed, joined on, or of single precision. */
export const floatEquality = checkFamily({
  topic: "values",
  needs: "data",
  about: "equal floating point numbers",
  rules,
  async *check(phase) {
    for (const compared of await comparedValues(phase)) {
      if (!equalities.has(compared.operator)) continue;
      const { query, operands, range } = compared;
      const float = operands.find((operand, column) => isFragile(compared, operand, column));
      if (float === undefined) continue;
      yield {
        rule: "float-equality",
        where: goldRange(query.statement, range),
        message: `The gold of phase ${phase.part.phase} compares ${textOf(query.tree, float)} by ${compared.operator}, which compares floating point numbers: their last digits are unreliable. Compare exact numbers (::numeric), or test whether the difference is small.`,
      };
    }
  },
});

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
