import { memo } from "react";
import type { VerdictForm } from "#shared/domain/verdict-form.ts";
import { classes } from "../../ui/classes.ts";
import { keyCaps } from "../../ui/keys.ts";
import { onMac } from "../../ui/platform.ts";
import { labelSign } from "./label-icon.tsx";

interface LabelButtonsProps {
  labels: VerdictForm["labels"];
  chosen: string | null;
  onLabel(id: string): void;
}

const pressed = {
  right: "border-added bg-added-fill text-added",
  wrong: "border-removed bg-removed-fill text-removed",
  neither: "border-warning bg-warning-fill text-warning",
};

/** The labels of a form as buttons, each with its key. */
export const LabelButtons = memo(function LabelButtons({ labels, chosen, onLabel }: LabelButtonsProps) {
  return (
    <fieldset className="flex flex-wrap gap-1.5" aria-label="Is the prediction right?">
      {labels.map(({ id, name, definition, key, counts }) => {
        const Icon = labelSign({ counts });
        return (
          <button
            key={id}
            type="button"
            aria-pressed={chosen === id}
            title={definition === "" ? undefined : definition}
            onClick={() => onLabel(id)}
            className={classes(
              "inline-flex h-7 min-w-20 items-center justify-center gap-1.5 rounded-md border px-2 font-semibold",
              chosen === id
                ? pressed[counts ?? "neither"]
                : "border-line-control bg-raised text-ink hover:bg-hover",
            )}
          >
            <Icon size={15} strokeWidth={2.5} aria-hidden />
            <span className="inline-block first-letter:uppercase">{name}</span>
            {key !== null && (
              <kbd className="font-sans text-xs font-normal opacity-80" aria-hidden>
                {keyCaps(key, onMac).flat().join("")}
              </kbd>
            )}
          </button>
        );
      })}
    </fieldset>
  );
});
