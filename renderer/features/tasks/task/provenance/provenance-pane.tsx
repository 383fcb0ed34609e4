import { useMemo, useState } from "react";
import type { Origin, PartKind } from "#shared/sql/provenance/origin.ts";
import { classes } from "../../../../ui/classes.ts";
import { Toggle } from "../../../../ui/toggle.tsx";
import { VirtualList } from "../../../../ui/virtual-list.tsx";
import { useTaskEditor } from "../store/task-editor-context.ts";
import { takeFocus, useJumpTarget } from "../store/use-jump-target.ts";
import { OriginLegend } from "./origin-legend.tsx";
import { evidenceText, originClass, originWords } from "./origin-words.ts";
import type { ShownPart } from "./shown-parts.ts";
import { useProvenanceMap } from "./use-provenance-map.ts";

/** Every part of the gold with where a system can know it from; one origin alone where it is pressed. */
export function ProvenancePane() {
  const { provenance, isColoured } = useTaskEditor((state) => ({
    provenance: state.provenance,
    isColoured: state.viewState.provenance,
  }));
  const { parts, counts, phase, problem, isCurrent } = provenance;
  const { setColoured, toPart } = useProvenanceMap();
  const [only, setOnly] = useState<Origin | null>(null);
  const [chosen, setChosen] = useState(-1);
  const shown = useMemo(
    () => (only === null ? parts : parts.filter(({ origin }) => origin === only)),
    [parts, only],
  );
  const choose = (index: number, focus: boolean): void => {
    setChosen(index);
    const part = shown[index];
    if (part !== undefined) toPart(part, focus);
  };
  return (
    <section
      ref={useJumpTarget("panel provenance", takeFocus)}
      tabIndex={-1}
      aria-label="Provenance"
      className="@container flex min-h-0 flex-1 flex-col outline-none"
    >
      <div className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-2 border-b bg-panel px-2 py-1">
        <span className="text-sm text-muted">{phase === 1 ? "Gold" : "Follow-up gold"}</span>
        <OriginLegend
          label="Show only what comes from"
          counts={counts}
          phase={phase}
          pressed={only}
          onOrigin={(origin) => {
            setOnly(origin === only ? null : origin);
            setChosen(-1);
          }}
        />
        <span className="flex-1" />
        <Toggle checked={isColoured} onChange={setColoured} keys="o">
          Colour the gold
        </Toggle>
      </div>
      {shown.length === 0 ? (
        <p className="p-3 text-muted">{problem ?? emptyText(only, isCurrent)}</p>
      ) : (
        <VirtualList
          label="Parts of the gold"
          count={shown.length}
          rowHeight={28}
          selected={chosen < shown.length ? chosen : -1}
          onSelect={(index) => choose(index, false)}
          onOpen={(index) => choose(index, true)}
          renderRow={(index) => <PartLine part={shown[index] as ShownPart} />}
        />
      )}
    </section>
  );
}

function emptyText(only: Origin | null, isCurrent: boolean): string {
  if (!isCurrent) return "Tracing the gold…";
  if (only === "nowhere") return "Every part of the gold has a source.";
  return only === null ? "There is nothing in the gold to trace." : "No part of the gold has this source.";
}

const kindWords: Record<PartKind, string> = {
  literal: "value",
  name: "name",
  function: "function",
  operation: "calculation",
  form: "form",
};

function PartLine({ part }: { part: ShownPart }) {
  const { origin, text, kind, line } = part;
  const evidence = evidenceText(part);
  return (
    <div className="grid h-full grid-cols-[2.25rem_5.5rem_5.5rem_minmax(6rem,12rem)_minmax(0,1fr)] @min-[1200px]:grid-cols-[2.75rem_8rem_5.5rem_minmax(6rem,18rem)_minmax(0,1fr)] items-center gap-2 px-2 text-sm">
      <span className="text-right text-faint tabular-nums" title={`Line ${line}`}>
        {line}
      </span>
      <span className={origin === "nowhere" ? "font-medium text-warning" : undefined}>
        {originWords[origin].label}
      </span>
      <span className="text-muted">{kindWords[kind]}</span>
      <span className="truncate">
        <code className={classes("px-0.5", originClass(origin))} title={text}>
          {text.replaceAll(/\s+/g, " ")}
        </code>
      </span>
      <span className="truncate text-muted" title={evidence}>
        {evidence}
      </span>
    </div>
  );
}
