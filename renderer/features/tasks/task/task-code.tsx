import { Plus, Route, WrapText } from "lucide-react";
import { useMemo } from "react";
import type { SnippetLocations } from "#shared/sql/anchor/snippet-search.ts";
import { type CodeAction, CodeInput, type CodeMark, type Reveal } from "../../../ui/code-editor/index.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Menu } from "../../../ui/menu.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { ambiguityAt, snippetMarks } from "./ambiguities/snippet-marks.ts";
import { mutantDots, mutantMarks, mutantsByLine } from "./certificate/mutants/mutant-dots.ts";
import { steppedMutant } from "./certificate/mutants/shown-mutants.ts";
import { documentEdit } from "./documents/edited-statements.ts";
import { PartBar } from "./documents/part-bar.tsx";
import { goldId, inDocument, stateDocuments, type TaskDocument } from "./documents/task-documents.ts";
import { findingMarks } from "./findings/finding-marks.ts";
import { SeverityIcon } from "./findings/severity-icon.tsx";
import { worstSeverity } from "./findings/shown-findings.ts";
import { ProvenanceBar } from "./provenance/provenance-bar.tsx";
import { provenanceMarks } from "./provenance/shown-parts.ts";
import { useProvenanceMap } from "./provenance/use-provenance-map.ts";
import { useTaskEditor, useTaskEditorStore } from "./store/task-editor-context.ts";
import type { TaskLocation } from "./store/task-editor-state.ts";
import { TestCode } from "./tests/test-code.tsx";

/** The code of a task, one text at a time: gold, test scripts, what is run around it. */
export function TaskCode() {
  const { documents, shown, byLocation, showDocument } = useTaskEditor((state) => {
    const { documents, shown, byLocation, showDocument } = state;
    return { documents, shown, byLocation, showDocument };
  });
  const { marks, isMap } = useCodeMarks();
  const tabs = documents.map(({ id, title }) => {
    const { located, whole } = byLocation.onDocument(id);
    const worst = worstSeverity([...located, ...whole]);
    return { value: id, title, badge: worst && <SeverityIcon severity={worst} size={12} /> };
  });
  return (
    <Tabs
      label="Code of the task"
      tabs={tabs}
      value={shown.id}
      onChange={showDocument}
      tools={<CodeTools isMap={isMap} />}
    >
      <div className="relative min-h-0 flex-1">
        {shown.kind === "test" ? <ShownTest key={shown.id} /> : <ShownSql marks={marks} isMap={isMap} />}
        {shown.text === "" && (
          <p className="pointer-events-none absolute top-2 left-14 text-faint">{emptyWords(shown.kind)}</p>
        )}
      </div>
      {isMap && <ProvenanceBar />}
      {shown.id === goldId(1) && <PartBar />}
    </Tabs>
  );
}

function CodeTools({ isMap }: { isMap: boolean }) {
  const { task, documents, shown, wrap, setViewState, jumps } = useTaskEditor((state) => {
    const { task, documents, shown, viewState, setViewState, jumps } = state;
    return { task, documents, shown, wrap: viewState.wrap, setViewState, jumps };
  });
  const { setColoured } = useProvenanceMap();
  // Texts that the task does not have yet.
  const missing = stateDocuments(task).filter(({ id }) => !documents.some((document) => document.id === id));
  return (
    <>
      <IconButton
        size="sm"
        icon={Route}
        label="Colour the gold by provenance"
        keys="o"
        pressed={isMap}
        onClick={() => setColoured(!isMap)}
      />
      {missing.length > 0 && (
        <Menu
          align="end"
          trigger={<IconButton size="sm" icon={Plus} label="Add SQL around phase 1" />}
          entries={missing.map(({ id, title, kind }) => ({
            title,
            detail: stateWords[kind],
            run: () => jumps.toCode(id),
          }))}
        />
      )}
      <IconButton
        size="sm"
        icon={WrapText}
        label="Wrap long lines"
        keys="w"
        pressed={wrap}
        onClick={() => setViewState({ wrap: !wrap })}
      />
      <CopyButton text={shown.text} label={`Copy ${shown.title.toLowerCase()}`} />
    </>
  );
}

const stateWords: Partial<Record<TaskDocument["kind"], string>> = {
  preprocess: "runs before phase 1",
  "clean-up": "runs after phase 1",
};

function emptyWords(kind: TaskDocument["kind"]): string {
  if (kind === "gold") return "No gold SQL yet, or it is withheld. Write it here.";
  const words = stateWords[kind];
  return words === undefined ? "Empty" : `Write SQL here that ${words}.`;
}

/** What typing in the code, running it and leaving it do. */
function useWriting() {
  const store = useTaskEditorStore();
  return useMemo(() => {
    const get = store.getState;
    return {
      onChange: (text: string) => {
        const edited = documentEdit(get().task, get().shown, text);
        if (edited !== null) get().edit(edited);
      },
      onRun: () => get().startRun(false),
      onLeave: () => get().region.current?.focus(),
    };
  }, [store]);
}

function ShownTest() {
  const { shown, profile, wrap, byLocation, asked } = useTaskEditor((state) => ({
    ...{ shown: state.shown, profile: state.profile, wrap: state.viewState.wrap },
    ...{ byLocation: state.byLocation, asked: state.location.reveal },
  }));
  return (
    <TestCode
      script={shown.text}
      label={shown.title}
      {...{ profile, wrap, ...useWriting() }}
      reveal={useMemo(() => revealedRange(asked, shown, null), [asked, shown])}
      located={byLocation.onDocument(shown.id).located}
    />
  );
}

/** SQL with its findings and, in the gold, the snippets of the ambiguities; the cursor in a snippet chooses its ambiguity. */
function ShownSql({ marks, isMap }: { marks: CodeMark[] | null; isMap: boolean }) {
  const store = useTaskEditorStore();
  const { taskId, shown, wrap, located, asked, locations, editor } = useTaskEditor((state) => ({
    ...{ taskId: state.taskId, shown: state.shown, wrap: state.viewState.wrap, editor: state.editor },
    located: state.byLocation.onDocument(state.shown.id).located,
    asked: state.location.reveal,
    locations: state.snippets.locations,
  }));
  const { setCursor } = useProvenanceMap();
  const mutants = useMutantsInGold();
  const all = useMemo(
    () => marks && [...marks, ...findingMarks(shown.text, located), ...mutants.marks],
    [marks, shown.text, located, mutants.marks],
  );
  const reveal = useMemo(() => revealedRange(asked, shown, locations), [asked, shown, locations]);
  const actions: CodeAction[] = [
    {
      id: "widen",
      title: "Expand selection",
      keys: "alt+up",
      run: () => store.getState().part.widen?.(),
    },
    {
      id: "narrow",
      title: "Shrink selection",
      keys: "alt+down",
      run: () => store.getState().part.narrow?.(),
    },
  ];
  return (
    <CodeInput
      value={shown.text}
      of={`${taskId} ${shown.id}`}
      marks={all}
      dots={mutants.dots}
      onDot={mutants.toNextOf}
      wrap={wrap}
      label={shown.title}
      reveal={reveal}
      autoFocus={false}
      onSelect={(range) => {
        const { part, jumps, location, set } = store.getState();
        set({ selected: { document: shown.id, text: shown.text, range } });
        if (isMap) setCursor(range.from);
        if (shown.id !== goldId(1)) return;
        part.take(range);
        const at = locations && ambiguityAt(shown, locations, range.from, location.ambiguity);
        if (range.from === range.to && at !== null) jumps.chooseAmbiguity(at);
      }}
      actions={actions}
      {...useWriting()}
      ref={editor}
    />
  );
}

/** The mutants of the text on screen: dots beside its lines, and the one in focus in place. */
function useMutantsInGold() {
  const { shown, listed, focused, toMutant } = useTaskEditor(({ shown, certificate, jumps }) => ({
    ...{ shown, listed: certificate.listed, focused: certificate.focused, toMutant: jumps.toMutant },
  }));
  const byLine = useMemo(() => mutantsByLine(shown, listed), [shown, listed]);
  return {
    dots: useMemo(() => mutantDots(byLine), [byLine]),
    marks: useMemo(() => mutantMarks(shown, focused), [shown, focused]),
    toNextOf: (line: number) => {
      const next = steppedMutant(listed, byLine.get(line) ?? [], focused?.key ?? null, 1);
      if (next !== null) toMutant(next);
    },
  };
}

/** The range to bring into view; null until the location of the snippet is known, and where it has none. */
function revealedRange(
  asked: TaskLocation["reveal"],
  shown: TaskDocument,
  locations: readonly SnippetLocations[] | null,
): Reveal | null {
  if (asked === null || !("snippetOf" in asked)) return asked;
  const [match] = locations?.[asked.snippetOf]?.matches ?? [];
  if (match === undefined) return null;
  const { from } = inDocument(shown, match.statement, match.anchor.range);
  return { from, to: from, focus: false };
}

const noMarks: CodeMark[] = [];

/** What is marked in the code on screen: where a gold comes from, or the snippets in that of phase 1; null while it is worked out. */
function useCodeMarks(): { marks: CodeMark[] | null; isMap: boolean } {
  const { shown, ambiguities, locations, isRead, active, isColoured, provenance } = useTaskEditor(
    (state) => ({
      shown: state.shown,
      ambiguities: state.task.ambiguities,
      locations: state.snippets.locations,
      isRead: state.snippets.isRead,
      active: state.location.ambiguity,
      isColoured: state.viewState.provenance,
      provenance: state.provenance,
    }),
  );
  const isGold = shown.id === goldId(1);
  const snippets = useMemo(() => {
    if (!isGold) return noMarks;
    return locations && snippetMarks(shown, ambiguities, locations, { active, isRead });
  }, [isGold, shown, ambiguities, locations, active, isRead]);
  const isMap = isColoured && shown.kind === "gold";
  const { isCurrent, parts, problem } = provenance;
  const origins = useMemo(() => {
    if (!isMap || problem !== null) return noMarks;
    return isCurrent ? provenanceMarks(shown.text, parts) : null;
  }, [isMap, problem, isCurrent, shown.text, parts]);
  return { marks: isMap ? origins : snippets, isMap };
}
