import { VirtualList } from "../../../../../ui/virtual-list.tsx";
import { outcomeWords } from "./mutant-outcomes.ts";
import type { ShownMutant } from "./shown-mutants.ts";

export interface MutantListProps {
  mutants: readonly ShownMutant[];
  focused: string | null;
  onFocus(shown: ShownMutant): void;
  /** Enter or a double press on one. */
  onOpen(shown: ShownMutant): void;
}

/** Mutants in the order of the gold; the one in focus is chosen. */
export function MutantList({ mutants, focused, onFocus, onOpen }: MutantListProps) {
  const at = (index: number, then: (shown: ShownMutant) => void): void => {
    const shown = mutants[index];
    if (shown !== undefined) then(shown);
  };
  return (
    <VirtualList
      label="Mutants"
      count={mutants.length}
      rowHeight={28}
      selected={mutants.findIndex(({ key }) => key === focused)}
      onSelect={(index) => at(index, onFocus)}
      onOpen={(index) => at(index, onOpen)}
      renderRow={(index) => <MutantLine shown={mutants[index] as ShownMutant} />}
    />
  );
}

function MutantLine({ shown: { mutant, outcome, line, original } }: { shown: ShownMutant }) {
  const { meaning, phase, replacement } = mutant;
  const short = (text: string) => text.trim().replaceAll(/\s+/g, " ");
  return (
    <div className="grid h-full grid-cols-[1rem_2.5rem_minmax(0,1fr)_minmax(0,0.8fr)] items-center gap-2 px-2 text-sm">
      <span
        role="img"
        aria-label={outcomeWords[outcome].label}
        title={outcomeWords[outcome].label}
        className={`code-dot code-dot-${outcome}`}
      />
      <span className="text-right text-faint tabular-nums" title={`Phase ${phase}, line ${line}`}>
        {phase === 2 ? "②" : ""}
        {line}
      </span>
      <span className="truncate" title={meaning}>
        {meaning}
      </span>
      <code className="truncate text-muted">
        {original !== "" && <span className="text-removed line-through">{short(original)}</span>}{" "}
        <span className="text-added">{short(replacement) || "∅"}</span>
      </code>
    </div>
  );
}
