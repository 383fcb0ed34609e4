import type { Conditions } from "#shared/domain/conditions.ts";
import { Chip } from "../../ui/chip.tsx";
import { countText } from "../../ui/time-text.ts";

/** What a sub-task asks of a result when it is compared with the gold's. */
export function ConditionsText({ conditions }: { conditions: Conditions | null }) {
  if (conditions === null)
    return (
      <Chip definition="The task sets no conditions: results are compared as sets and not rounded.">
        no conditions
      </Chip>
    );
  const { decimals, distinct, order } = conditions;
  return (
    <>
      <Chip definition={order ? "The order of the rows counts." : "The order of the rows does not count."}>
        {order ? "ordered" : "any order"}
      </Chip>
      {decimals !== null && (
        <Chip definition="Decimal places that count. Shipped evaluators ignore this condition.">
          {countText(decimals, "decimal")}
        </Chip>
      )}
      {distinct && (
        <Chip definition="Duplicates do not count. Shipped evaluators ignore this condition.">distinct</Chip>
      )}
    </>
  );
}
