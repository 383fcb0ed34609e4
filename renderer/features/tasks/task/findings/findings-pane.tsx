import { CircleCheck } from "lucide-react";
import { type Ref, useEffect, useRef } from "react";
import { FindingLine } from "./finding-line.tsx";
import { moveBetweenLines } from "./move-between-lines.ts";
import type { ShownFinding } from "./shown-findings.ts";
import type { QuickFixOf } from "./use-quick-fix.ts";

export interface FindingsPaneProps {
  findings: readonly ShownFinding[];
  /** The location of a finding, in words. */
  locationOf(shown: ShownFinding): string;
  /** The key of the finding that was jumped to last. */
  active: string | null;
  onJump(shown: ShownFinding): void;
  fixOf: QuickFixOf;
  /** Takes the focus when the pane is opened by keys. */
  region: Ref<HTMLElement>;
  /** Whether checks of the gold on the data have been run; else their silence says nothing. */
  isChecked: boolean;
}

/** Every finding on the task; a press jumps to its location, arrows go from one to the next. */
export function FindingsPane(props: FindingsPaneProps) {
  const { findings, locationOf, active, onJump, fixOf, region, isChecked } = props;
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (active !== null) list.current?.querySelector("[data-active]")?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return (
    <section
      ref={region}
      tabIndex={-1}
      aria-label="Findings"
      className="min-h-0 flex-1 overflow-auto outline-none"
      onKeyDown={moveBetweenLines}
    >
      {findings.length === 0 ? (
        <p className="flex items-center gap-2 p-3 text-muted">
          <CircleCheck size={15} className="text-added" aria-hidden />
          {isChecked
            ? "No findings in the text or on the data."
            : "No findings in the text. Press Check to check the gold on the data, too."}
        </p>
      ) : (
        <ul ref={list}>
          {findings.map((shown) => (
            <FindingLine
              key={shown.key}
              shown={shown}
              location={locationOf(shown)}
              active={shown.key === active}
              onJump={() => onJump(shown)}
              onFix={fixOf(shown)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}
