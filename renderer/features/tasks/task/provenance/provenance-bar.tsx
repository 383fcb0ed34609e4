import { useTaskEditor } from "../store/task-editor-context.ts";
import { OriginLegend } from "./origin-legend.tsx";
import { evidenceText } from "./origin-words.ts";
import { partAt } from "./shown-parts.ts";
import { tracedCursor, useProvenanceMap } from "./use-provenance-map.ts";

/** Below the coloured gold: what the lines mean, and where the part at the cursor comes from. */
export function ProvenanceBar() {
  const { provenance, cursor, isBrief } = useTaskEditor((state) => ({
    provenance: state.provenance,
    cursor: tracedCursor(state),
    // The legend is elsewhere on the screen.
    isBrief: state.viewState.panel === "provenance",
  }));
  const { toNext } = useProvenanceMap();
  const { counts, phase, parts, problem } = provenance;
  const part = cursor === null ? null : partAt(parts, cursor);
  const evidence = part === null ? null : evidenceText(part);
  return (
    <section
      aria-label="Where the gold comes from"
      className="flex shrink-0 flex-col border-t bg-panel px-1 py-0.5"
    >
      {problem === null && !isBrief && (
        <OriginLegend
          label="Go to the next part that comes from"
          counts={counts}
          phase={phase}
          onOrigin={toNext}
        />
      )}
      <p className="h-6 truncate px-1.5 text-sm leading-6 text-muted" title={evidence ?? undefined}>
        {problem ??
          (part === null ? (
            "Place the cursor on a part of the gold to see where it comes from."
          ) : (
            <>
              <code className="text-ink">{part.text}</code> – {evidence}
            </>
          ))}
      </p>
    </section>
  );
}
