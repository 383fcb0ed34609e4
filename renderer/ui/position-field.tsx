import { type KeyboardEvent, type Ref, useState } from "react";
import { typedIndex } from "./list-steps.ts";
import { numberText } from "./time-text.ts";

export interface PositionFieldProps {
  /** Of what it is the position: "the queue". */
  list: string;
  /** From 0; -1 where there is none. */
  index: number;
  count: number;
  onIndex(index: number): void;
  ref: Ref<HTMLInputElement>;
}

/** The position in a list; typing a number and Enter goes there. */
export function PositionField({ list, index, count, onIndex, ref }: PositionFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? (index < 0 ? "–" : String(index + 1));
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    const to = event.key === "Enter" && typed !== null ? typedIndex(typed, count) : null;
    if (to !== null) onIndex(to);
    event.currentTarget.blur();
  };
  return (
    <div className="flex items-center gap-1 px-1 whitespace-nowrap">
      <input
        ref={ref}
        aria-label={`Position in ${list}, 1 to ${count}`}
        inputMode="numeric"
        className="h-6 rounded-sm border border-transparent bg-transparent px-1 text-right hover:border-line-strong focus:border-focus"
        style={{ width: `${String(count).length + 2}ch` }}
        value={shown}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => setTyped(null)}
        onKeyDown={onKeyDown}
      />
      <span className="text-muted">/ {numberText(count)}</span>
    </div>
  );
}
