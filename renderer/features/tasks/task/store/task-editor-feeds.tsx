import { type ReactNode, useLayoutEffect } from "react";
import { breaks } from "#shared/findings/registry.ts";
import { useReadingsRuns } from "../../../../data/task-readings.ts";
import { useProposals } from "../ambiguities/use-proposals.ts";
import { useCertificateOfTask } from "../certificate/use-certificate-of-task.ts";
import { goldId } from "../documents/task-documents.ts";
import type { ShownFinding } from "../findings/shown-findings.ts";
import { useSelectedPart } from "../gold/use-selected-part.ts";
import { useSnippetLocations } from "../gold/use-snippet-locations.ts";
import { useProvenance } from "../provenance/use-provenance.ts";
import { useTestsEditor } from "../tests/use-tests-editor.ts";
import { useTaskEditor, useTaskEditorStore } from "./task-editor-context.ts";
import type { Feeds } from "./task-editor-state.ts";

/** Follows the task with what is worked out of it, beside the window, and publishes that; draws the rest once all of it is there. */
export function TaskEditorFeeds({ children }: { children: ReactNode }) {
  const isFed = useTaskEditor(({ snippets, part, proposals, provenance, tests, readings, certificate }) =>
    [snippets, part, proposals, provenance, tests, readings, certificate].every((feed) => feed !== undefined),
  );
  return (
    <>
      <SnippetsFeed />
      <PartFeed />
      <ProposalsFeed />
      <ProvenanceFeed />
      <TestsFeed />
      <ReadingsFeed />
      <CertificateFeed />
      {isFed && children}
    </>
  );
}

function usePublished(feed: Partial<Feeds>): null {
  const store = useTaskEditorStore();
  useLayoutEffect(() => store.setState(feed));
  return null;
}

function SnippetsFeed() {
  const { taskId, task, documents, dialect, isRefused } = useTaskEditor((state) => ({
    taskId: state.taskId,
    task: state.task,
    documents: state.documents,
    dialect: state.dialect,
    isRefused: state.findings.some(isUnparsedGold),
  }));
  return usePublished({ snippets: useSnippetLocations(taskId, task, documents, { dialect, isRefused }) });
}

/** The parser of the database refuses the gold of phase 1 as it was saved last. */
function isUnparsedGold({ finding, isCurrent }: ShownFinding): boolean {
  return breaks(finding, "gold-not-parsed") && finding.where.kind === "gold" && isCurrent;
}

function PartFeed() {
  const { gold, goldSql, dialect, jumps } = useTaskEditor(({ gold, task, dialect, jumps }) => ({
    ...{ gold, goldSql: task.goldSql, dialect, jumps },
  }));
  return usePublished({
    part: useSelectedPart(gold, goldSql, dialect, (range) => jumps.toRange(goldId(1), range, true)),
  });
}

function ProposalsFeed() {
  const { taskId, task, dialect } = useTaskEditor(({ taskId, task, dialect }) => ({ taskId, task, dialect }));
  return usePublished({ proposals: useProposals(taskId, task, dialect) });
}

function ProvenanceFeed() {
  const inputs = useTaskEditor(({ taskId, task, viewState, shown, documents, dialect, knowledge }) => ({
    ...{ taskId, task, viewState, shown, documents, dialect, knowledge },
  }));
  return usePublished({ provenance: useProvenance(inputs) });
}

function TestsFeed() {
  const inputs = useTaskEditor((state) => {
    const { taskId, task, shown, dialect, profile, edit, setViewState, showDocument } = state;
    const { flush } = state.draft;
    return { taskId, task, shown, dialect, profile, edit, flush, setViewState, showDocument };
  });
  return usePublished({ tests: useTestsEditor(inputs) });
}

function ReadingsFeed() {
  return usePublished({ readings: useReadingsRuns() });
}

function CertificateFeed() {
  const inputs = useTaskEditor(({ taskId, documents, draft, viewState, mutant }) => ({
    ...{ taskId, documents, mutant, outcomes: viewState.mutants },
    ...{ flush: draft.flush, isSaved: draft.saveState === "saved" },
  }));
  return usePublished({ certificate: useCertificateOfTask(inputs) });
}
