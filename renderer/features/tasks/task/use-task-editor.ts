import { useCallback, useMemo } from "react";
import type { TaskDetails } from "#shared/contract/tasks.ts";
import type { TaskEdit } from "#shared/domain/task-edit.ts";
import type { SnippetLocations } from "#shared/sql/anchor/snippet-search.ts";
import { dialectOf } from "#shared/sql/dialect-of.ts";
import { usePreferenceParts } from "../../../data/preferences.ts";
import { useProjects } from "../../../data/projects.ts";
import { useTaskRun, useTaskRuns } from "../../../data/task-runs.ts";
import type { Reveal } from "../../../ui/code-editor/index.ts";
import { useSnippetLocations } from "./anchors/use-snippet-locations.ts";
import { inDocument, type TaskDocument, taskDocuments } from "./documents/task-documents.ts";
import { findingsByLocation } from "./findings/findings-by-location.ts";
import { type ShownFinding, shownFindings } from "./findings/shown-findings.ts";
import { shownRun } from "./run/shown-run.ts";
import { defaultViewState, TaskViewState } from "./task-view-state.ts";
import { useTaskJumps } from "./use-task-jumps.ts";
import { type TaskLocation, useTaskLocation } from "./use-task-location.ts";

const noFindings: [] = [];

export type TaskEditorState = ReturnType<typeof useTaskEditor>;

/** Everything that the parts of one task share: its texts, where things stand in them, its findings, its run. */
export function useTaskEditor(view: TaskDetails, edit: (edit: TaskEdit) => void, flush: () => Promise<void>) {
  const { taskId, task, projectId } = view;
  const settings = useProjects().find(({ id }) => id === projectId)?.taskSettings;
  const dialect = dialectOf(settings?.engine ?? "pglite");
  const [look, onLook] = usePreferenceParts("tasks.look", TaskViewState, defaultViewState);
  const [place, go] = useTaskLocation(taskId);
  const documents = useMemo(() => taskDocuments(task, place.document), [task, place.document]);

  const profile = look.profile ?? settings?.profile ?? "conv";
  const runs = useTaskRuns();
  const live = useTaskRun(taskId);
  const run = shownRun(taskId, live, view.lastRuns, profile);
  const told = live?.state === "running" || live?.state === "cancelled" ? live.findings : noFindings;
  const findings = useMemo(() => shownFindings(view.findings, told), [view.findings, told]);
  const isRefused = findings.some(isUnparsedGold);
  const snippets = useSnippetLocations(taskId, task, documents, { dialect, isRefused });
  const { places } = snippets;
  const byPlace = useMemo(() => findingsByLocation(findings, documents), [findings, documents]);
  const jumps = useTaskJumps({ documents, byPlace, go, onLook });
  const shown = documents.find(({ id }) => id === place.document) ?? (documents[0] as TaskDocument);
  const asked = place.reveal;
  const reveal = useMemo(() => revealedRange(asked, shown, places), [asked, shown, places]);
  return {
    taskId,
    /** Edits the task; an edit that does not fit it changes nothing. */
    edit,
    /** Saves at once what waits for a pause. */
    flush,
    dialect,
    look,
    onLook,
    place,
    reveal,
    documents,
    shown,
    showDocument: useCallback((id: string) => go({ document: id, reveal: null }), [go]),
    places,
    /** The gold of phase 1 reads as SQL; else the places are those of before. */
    isGoldRead: snippets.isRead,
    /** For each snippet that stands nowhere, the part of the gold to take in its place. */
    instead: snippets.instead,
    profile,
    findings,
    byPlace,
    jumps,
    run,
    running: live?.state === "running",
    /** The gold was checked on the data in this window. */
    isChecked: live?.state === "done" && live.checks,
    startRun: useCallback(
      (checks: boolean) => {
        onLook({ panel: "run" });
        // What is on screen runs, not what was saved last.
        void flush().then(() => runs.run(taskId, { profile, checks }));
      },
      [runs, taskId, profile, onLook, flush],
    ),
    /** Runs and checks anew without turning to the run. */
    rerun: useCallback(() => void runs.run(taskId, { profile, checks: true }), [runs, taskId, profile]),
    cancelRun: useCallback(() => runs.cancel(taskId), [runs, taskId]),
  };
}

/** The parser of the database refuses the gold of phase 1 as it was saved last. */
function isUnparsedGold({ finding, isCurrent }: ShownFinding): boolean {
  return finding.rule === "gold-not-parsed" && finding.where.kind === "gold" && isCurrent;
}

/** The range to bring into view; null until the place of the snippet is known, and where it has none. */
function revealedRange(
  asked: TaskLocation["reveal"],
  shown: TaskDocument,
  places: readonly SnippetLocations[] | null,
): Reveal | null {
  if (asked === null || !("snippetOf" in asked)) return asked;
  const [match] = places?.[asked.snippetOf]?.matches ?? [];
  if (match === undefined) return null;
  const { from } = inDocument(shown, match.statement, match.anchor.range);
  return { from, to: from, focus: false };
}
