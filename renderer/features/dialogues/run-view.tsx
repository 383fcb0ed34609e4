import { Columns3, MessagesSquare } from "lucide-react";
import type { StoredRun } from "#shared/contract/dialogues.ts";
import type { Project } from "#shared/domain/project.ts";
import { usePreparedDialogues } from "../../data/dialogues.ts";
import { useViewStateParts } from "../../data/view-state.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { AlignedView } from "./aligned/aligned-view.tsx";
import { comparedIds, type Marked } from "./aligned/use-marked.ts";
import { DialoguePane } from "./dialogue/dialogue-pane.tsx";
import { dialoguesViewState } from "./dialogues-view.ts";
import { FiguresView } from "./figures/figures-view.tsx";
import type { DialogueList } from "./use-dialogue-list.ts";

interface RunViewProps {
  project: Project;
  list: DialogueList;
  marked: Marked;
  onMark(): void;
  onTask(taskId: number): void;
}

/** One dialogue of the run, several side by side, or its figures. */
export function RunView({ project, list, marked, onMark, onTask }: RunViewProps) {
  const [view, onView] = useViewStateParts(dialoguesViewState);
  const { run, runs = [], heads, dialogueId, ids, index } = list;
  usePreparedDialogues(project.id, [ids[index + 1], ids[index - 1]]);
  const openDialogue = (next: number): void => {
    onView({ show: "dialogue" });
    list.open(next);
  };
  return (
    <Tabs
      label="View of the run"
      tabs={[
        { value: "dialogue", title: "Dialogue" },
        { value: "aligned", title: "Side by side", keys: "shift+d" },
        { value: "figures", title: "Figures", keys: "shift+s" },
      ]}
      tools={<MarkTool list={list} marked={marked} onMark={onMark} />}
      value={view.show}
      onChange={(show) => onView({ show })}
    >
      {run === null ? null : view.show === "figures" ? (
        <FiguresView
          {...{ run, runs, heads }}
          projectId={project.id}
          projectName={project.name}
          onDialogue={openDialogue}
          onCompare={(chosen) => {
            marked.choose(chosen);
            onView({ show: "aligned" });
          }}
        />
      ) : view.show === "aligned" ? (
        <AlignedView
          projectId={project.id}
          ids={comparedIds(marked, heads, dialogueId)}
          runs={runs}
          onDialogue={openDialogue}
        />
      ) : dialogueId === null ? (
        <NothingPlayed run={run} />
      ) : (
        <DialoguePane project={project} engine={run.engine} dialogueId={dialogueId} onTask={onTask} />
      )}
    </Tabs>
  );
}

/** Marks the dialogue on screen, and says how many are marked. */
function MarkTool({
  list,
  marked,
  onMark,
}: { list: DialogueList } & Pick<RunViewProps, "marked" | "onMark">) {
  const { ids, choose } = marked;
  return (
    <>
      {ids.length > 0 && (
        <Button size="sm" variant="quiet" onClick={() => choose([])}>
          {ids.length} marked: clear
        </Button>
      )}
      <IconButton
        size="sm"
        icon={Columns3}
        label="Mark the dialogue for side by side"
        keys="x"
        pressed={list.dialogueId !== null && ids.includes(list.dialogueId)}
        disabled={list.dialogueId === null}
        onClick={onMark}
      />
    </>
  );
}

/** A run whose first dialogue is still to come, or that has none. */
function NothingPlayed({ run }: { run: StoredRun }) {
  if (run.state === "wanted")
    return (
      <EmptyState icon={MessagesSquare} title={`Run ${run.number} is being prepared`}>
        Before the first turn each database is loaded, each gold is tried, and the other readings of each
        ambiguity are run. What fails is left out, and the list says why.
      </EmptyState>
    );
  return (
    <EmptyState icon={MessagesSquare} title={`Run ${run.number} has no dialogues`}>
      {run.leftOut.length > 0
        ? "All of its tasks were left out. The list says why."
        : "It was stopped before its tasks were prepared. Go on with it from the menu above the list."}
    </EmptyState>
  );
}
