import { CircleCheck, CircleDashed, CircleHelp, CircleMinus, CircleX, type LucideIcon } from "lucide-react";
import { type PropertySign, propertySign, propertySignWords } from "#shared/certificate/certificate-words.ts";
import type { PropertyResult } from "#shared/domain/certificate.ts";
import { Tooltip } from "../../ui/tooltip.tsx";

const icons: Record<PropertySign, { icon: LucideIcon; colour: string }> = {
  holds: { icon: CircleCheck, colour: "text-added" },
  fails: { icon: CircleX, colour: "text-error" },
  "not-judged": { icon: CircleHelp, colour: "text-warning" },
  "not-applicable": { icon: CircleMinus, colour: "text-faint" },
};

/** How a property came out (undefined: not known yet): its shape and its name say the same as its colour. */
export function PropertyIcon({ result }: { result: PropertyResult | undefined }) {
  const sign = result === undefined ? null : propertySign(result);
  const { icon: Icon, colour } = sign === null ? { icon: CircleDashed, colour: "text-faint" } : icons[sign];
  const words = sign === null ? "not known yet" : propertySignWords[sign];
  return (
    <Tooltip content={words}>
      <Icon size={15} strokeWidth={2} role="img" aria-label={words} className={`shrink-0 ${colour}`} />
    </Tooltip>
  );
}
