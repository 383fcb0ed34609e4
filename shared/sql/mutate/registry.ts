import type { MutationOperator } from "./operator.ts";
import { alsoEqual } from "./operators/also-equal.ts";
import { andOr } from "./operators/and-or.ts";
import { anyRow } from "./operators/any-row.ts";
import { arithmeticSign } from "./operators/arithmetic-sign.ts";
import { betweenEnds } from "./operators/between-ends.ts";
import { caseBranch } from "./operators/case-branch.ts";
import { caseValue } from "./operators/case-value.ts";
import { comparisonBoundary } from "./operators/comparison-boundary.ts";
import { comparisonDirection } from "./operators/comparison-direction.ts";
import { conflictAction } from "./operators/conflict-action.ts";
import { dateUnit } from "./operators/date-unit.ts";
import { deleteOrKeep } from "./operators/delete-or-keep.ts";
import { dropCondition } from "./operators/drop-condition.ts";
import { duplicateRows } from "./operators/duplicate-rows.ts";
import { duplicatesInCall } from "./operators/duplicates-in-call.ts";
import { inPercent } from "./operators/in-percent.ts";
import { joinType } from "./operators/join-type.ts";
import { keyColumns } from "./operators/key-columns.ts";
import { knownMatches } from "./operators/known-matches.ts";
import { likeWildcards } from "./operators/like-wildcards.ts";
import { limitNumber } from "./operators/limit-number.ts";
import { listedValues } from "./operators/listed-values.ts";
import { missingAsZero } from "./operators/missing-as-zero.ts";
import { nullsOrder } from "./operators/nulls-order.ts";
import { oppositeTest } from "./operators/opposite-test.ts";
import { optionalParameter } from "./operators/optional-parameter.ts";
import { orderColumn } from "./operators/order-column.ts";
import { orderDirection } from "./operators/order-direction.ts";
import { orderKeys } from "./operators/order-keys.ts";
import { otherAggregate } from "./operators/other-aggregate.ts";
import { otherArgument } from "./operators/other-argument.ts";
import { otherDate } from "./operators/other-date.ts";
import { otherInterval } from "./operators/other-interval.ts";
import { otherNumber } from "./operators/other-number.ts";
import { otherRounding } from "./operators/other-rounding.ts";
import { rankFunction } from "./operators/rank-function.ts";
import { roundingDigits } from "./operators/rounding-digits.ts";
import { setOperator } from "./operators/set-operator.ts";
import { setValue } from "./operators/set-value.ts";
import { siblingColumn } from "./operators/sibling-column.ts";
import { siblingDefinition } from "./operators/sibling-definition.ts";
import { siblingFunction } from "./operators/sibling-function.ts";
import { siblingTable } from "./operators/sibling-table.ts";
import { siblingValue } from "./operators/sibling-value.ts";
import { statementKind } from "./operators/statement-kind.ts";
import { turnedOperands } from "./operators/turned-operands.ts";
import { upToOne } from "./operators/up-to-one.ts";
import { windowParts } from "./operators/window-parts.ts";
import { withoutBound } from "./operators/without-bound.ts";
import { withoutCast } from "./operators/without-cast.ts";
import { withoutDefault } from "./operators/without-default.ts";
import { withoutFilter } from "./operators/without-filter.ts";
import { withoutOperand } from "./operators/without-operand.ts";
import { withoutRounding } from "./operators/without-rounding.ts";
import { withoutTextFunction } from "./operators/without-text-function.ts";
import { yearStart } from "./operators/year-start.ts";

/** Every operator. A new one is a file of its own and a line here. */
export const mutationOperators: readonly MutationOperator[] = [
  alsoEqual,
  andOr,
  anyRow,
  arithmeticSign,
  betweenEnds,
  caseBranch,
  caseValue,
  comparisonBoundary,
  comparisonDirection,
  conflictAction,
  dateUnit,
  deleteOrKeep,
  dropCondition,
  duplicateRows,
  duplicatesInCall,
  inPercent,
  joinType,
  keyColumns,
  knownMatches,
  likeWildcards,
  limitNumber,
  listedValues,
  missingAsZero,
  nullsOrder,
  oppositeTest,
  optionalParameter,
  orderColumn,
  orderDirection,
  orderKeys,
  otherAggregate,
  otherArgument,
  otherDate,
  otherInterval,
  otherNumber,
  otherRounding,
  rankFunction,
  roundingDigits,
  setOperator,
  setValue,
  siblingColumn,
  siblingDefinition,
  siblingFunction,
  siblingTable,
  siblingValue,
  statementKind,
  turnedOperands,
  upToOne,
  windowParts,
  withoutBound,
  withoutCast,
  withoutDefault,
  withoutFilter,
  withoutOperand,
  withoutRounding,
  withoutTextFunction,
  yearStart,
];
