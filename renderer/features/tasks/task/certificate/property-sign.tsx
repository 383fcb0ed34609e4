import { CircleCheck, CircleDashed, CircleHelp, CircleMinus, CircleX, type LucideIcon } from "lucide-react";
import type { PropertyResult } from "#shared/domain/certificate.ts";
import { Tooltip } from "../../../../ui/tooltip.tsx";

/** How a property came out, or that nothing is known of it. */
export type PropertyState = "holds" | "does not hold" | "not judged" | "not applicable" | "not known";

const signs: Record<PropertyState, { icon: LucideIcon; colour: string }> = {
  holds: { icon: CircleCheck, colour: "text-added" },
  "does not hold": { icon: CircleX, colour: "text-error" },
  "not judged": { icon: CircleHelp, colour: "text-warning" },
  "not applicable": { icon: CircleMinus, colour: "text-faint" },
  "not known": { icon: CircleDashed, colour: "text-faint" },
};

/** Whether a property holds; undefined where nothing is known of it. */
export function propertyState(result: PropertyResult | undefined): PropertyState {
  if (result === undefined) return "not known";
  if (!result.applies) return "not applicable";
  if (result.holds === null) return "not judged";
  return result.holds ? "holds" : "does not hold";
}

/** The sign of how a property came out: its shape and its name say the same as its colour. */
export function PropertySign({ state }: { state: PropertyState }) {
  const { icon: Icon, colour } = signs[state];
  return (
    <Tooltip content={state}>
      <Icon size={15} strokeWidth={2} role="img" aria-label={state} className={`shrink-0 ${colour}`} />
    </Tooltip>
  );
}
