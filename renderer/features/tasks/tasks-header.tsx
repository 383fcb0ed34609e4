import { PanelLeft } from "lucide-react";
import type { RefObject } from "react";
import { HeaderContent } from "../../ui/header-content.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { StepBar } from "../../ui/step-bar.tsx";
import { TaskCountsLine } from "./task-counts-line.tsx";
import type { TasksView } from "./tasks-view.ts";
import type { TaskList } from "./use-task-list.ts";

interface TasksHeaderProps {
  projectId: number;
  list: TaskList;
  view: TasksView;
  onView(change: Partial<TasksView>): void;
  positionField: RefObject<HTMLInputElement | null>;
}

/** What the project's tasks are and where one is among them, in the window's top bar. */
export function TasksHeader({ projectId, list, view, onView, positionField }: TasksHeaderProps) {
  const { index, ids, step, goToIndex } = list;
  return (
    <HeaderContent>
      <TaskCountsLine projectId={projectId} />
      {view.show === "tasks" && (
        <>
          <StepBar
            noun="task"
            list="the list of tasks"
            index={index}
            count={ids.length}
            onStep={step}
            onIndex={goToIndex}
            positionField={positionField}
          />
          <IconButton
            icon={PanelLeft}
            label="List of tasks"
            keys="b"
            pressed={view.list}
            onClick={() => onView({ list: !view.list })}
          />
        </>
      )}
    </HeaderContent>
  );
}
