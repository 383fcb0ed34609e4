import { ChevronsDownUp, ChevronsUpDown, Link2, Unlink } from "lucide-react";
import { Button } from "../../../../ui/button.tsx";
import { Chip } from "../../../../ui/chip.tsx";
import { IconButton } from "../../../../ui/icon-button.tsx";
import { Menu } from "../../../../ui/menu.tsx";
import { useTaskEditor } from "../store/task-editor-context.ts";

/** Below the gold: which part of it the cursor takes, and what it can be used for. */
export function PartBar() {
  const { part, isRead } = useTaskEditor(({ part, snippets }) => ({ part, isRead: snippets.isRead }));
  const { text, widen, narrow } = part;
  return (
    <section
      aria-label="Part of the gold"
      className="flex h-8 shrink-0 items-center gap-1 border-t bg-surface px-2 text-sm"
    >
      <IconButton
        size="sm"
        icon={ChevronsUpDown}
        label="Widen to the part around it"
        keys="alt+up"
        disabled={widen === null}
        onClick={() => widen?.()}
      />
      <IconButton
        size="sm"
        icon={ChevronsDownUp}
        label="Narrow again"
        keys="alt+down"
        disabled={narrow === null}
        onClick={() => narrow?.()}
      />
      <span role="status" className="flex shrink-0">
        {!isRead && (
          <Chip
            tone="warning"
            icon={Unlink}
            definition="The gold does not read as SQL at the moment. The snippets are shown where they stood when it last did."
          >
            not SQL yet
          </Chip>
        )}
      </span>
      <code className="min-w-0 flex-1 truncate" title={text ?? undefined}>
        {text ?? (isRead && <span className="font-sans text-faint">Put the cursor into the gold.</span>)}
      </code>
      <SnippetMenu />
    </section>
  );
}

/** What the part can be used for. */
function SnippetMenu() {
  const { text, ambiguities, active, onUse } = useTaskEditor((state) => ({
    text: state.part.text,
    ambiguities: state.task.ambiguities,
    active: state.location.ambiguity,
    onUse: state.authoring.takePart,
  }));
  return (
    <Menu
      side="top"
      align="end"
      trigger={
        <Button size="sm" icon={Link2} disabled={text === null}>
          Use as snippet
        </Button>
      }
      entries={[
        ...ambiguities.map(({ term }, index) => ({
          title: `Of ambiguity ${index + 1}`,
          detail: term,
          keys: index === active ? "alt+u" : undefined,
          run: () => onUse(index),
        })),
        ...(ambiguities.length > 0 ? (["line"] as const) : []),
        { title: "Of a new ambiguity", keys: "alt+m", run: () => onUse(null) },
      ]}
    />
  );
}
