import { type KeyboardEvent, lazy, Suspense } from "react";
import type { GuidelinesVersion } from "#shared/contract/guidelines.ts";
import { errorText } from "../../../data/faults.ts";
import { useSaveGuidelines } from "../../../data/guidelines.ts";
import { Button } from "../../../ui/button.tsx";
import { InlineError } from "../../../ui/inline-error.tsx";
import { useGuidelinesDraft } from "./guidelines-draft.ts";

const Markdown = lazy(async () => ({ default: (await import("../../../ui/markdown/index.ts")).Markdown }));

interface GuidelinesEditorProps {
  projectId: number;
  newest: GuidelinesVersion | null;
  onSaved(version: GuidelinesVersion): void;
  onCancel(): void;
}

/** What is typed, on which version, and how it is saved or discarded. */
function useEditing({ projectId, newest, onSaved, onCancel }: GuidelinesEditorProps) {
  const [draft, setDraft] = useGuidelinesDraft(projectId);
  const { version, text: before } = newest ?? { version: 0, text: "" };
  // `base` is what it is written on: a version that somebody saves meanwhile is said, not overwritten.
  const { base, text } = draft ?? { base: version, text: before };
  const save = useSaveGuidelines(projectId);
  const isChanged = text !== before;
  const isStale = version !== base;
  const go = (): void => {
    const onSuccess = (saved: GuidelinesVersion): void => {
      setDraft(null);
      onSaved(saved);
    };
    if (isChanged && !isStale) save.mutate({ baseVersion: base, text }, { onSuccess });
  };
  const discard = (): void => {
    setDraft(null);
    onCancel();
  };
  const write = (typed: string, on = base): void =>
    setDraft(typed === before && on === version ? null : { base: on, text: typed });
  return { draft, text, base, save, isChanged, isStale, write, go, discard };
}

/** Writes the next version of the guidelines, its preview below. What is typed stays a draft until it is saved or discarded. */
export function GuidelinesEditor({ projectId, newest, onSaved, onCancel }: GuidelinesEditorProps) {
  const editing = useEditing({ projectId, newest, onSaved, onCancel });
  const { draft, text, base, save, isChanged, isStale, write, go, discard } = editing;
  const onKeyDown = (event: KeyboardEvent): void => {
    const isSave = event.key === "Enter" && (event.ctrlKey || event.metaKey);
    if (!isSave && (event.key !== "Escape" || isChanged)) return;
    // Ctrl+Enter saves the verdict elsewhere.
    event.preventDefault();
    if (isSave) go();
    else onCancel();
  };
  return (
    <div className="flex h-full flex-col gap-2 p-3">
      <textarea
        // biome-ignore lint/a11y/noAutofocus: the person just asked to write.
        autoFocus
        aria-label="Guidelines in Markdown"
        className="min-h-32 flex-1 resize-none rounded-md border border-line-control bg-canvas p-2 font-mono text-sm outline-none focus:border-focus"
        value={text}
        onChange={({ target }) => write(target.value)}
        onKeyDown={onKeyDown}
      />
      {isStale && newest !== null && (
        <StaleNotice newest={newest} onTop={() => write(text, newest.version)} />
      )}
      {save.error && !isStale ? <InlineError title={errorText(save.error)} /> : null}
      <div className="flex justify-end gap-2">
        {draft !== null && <span className="mr-auto self-center text-sm text-muted">draft, not saved</span>}
        <Button size="sm" onClick={discard}>
          {isChanged ? "Discard" : "Cancel"}
        </Button>
        <Button
          size="sm"
          variant="primary"
          keys="mod+Enter"
          disabled={!isChanged || isStale}
          busy={save.isPending}
          onClick={go}
        >
          Save version {base + 1}
        </Button>
      </div>
      <Preview text={text} />
    </div>
  );
}

function Preview({ text }: { text: string }) {
  return (
    <section aria-label="Preview of the guidelines" className="min-h-24 flex-1 overflow-auto border-t pt-2">
      <Suspense fallback={null}>
        <Markdown text={text} />
      </Suspense>
    </section>
  );
}

function StaleNotice({ newest, onTop }: { newest: GuidelinesVersion; onTop(): void }) {
  return (
    <InlineError
      tone="warning"
      title={`${newest.by} saved version ${newest.version} while you wrote.`}
      actions={
        <Button size="sm" onClick={onTop}>
          Save mine on top of it
        </Button>
      }
    >
      Close the editor to read it, or save yours as the next version.
    </InlineError>
  );
}
