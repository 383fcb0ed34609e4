import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight, PanelLeft } from "lucide-react";
import type { RefObject } from "react";
import { HeaderContent } from "../../ui/header-slot.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { PlaceField } from "../../ui/place-field.tsx";
import { TaskCountsLine } from "./task-counts-line.tsx";
import type { TasksView } from "./tasks-view.ts";
import type { TaskList } from "./use-task-list.ts";

interface TasksHeaderProps {
  projectId: number;
  list: TaskList;
  view: TasksView;
  onView(change: Partial<TasksView>): void;
  placeField: RefObject<HTMLInputElement | null>;
}

/** What the project's tasks are and where one is among them, in the window's top bar. */
export function TasksHeader({ projectId, list, view, onView, placeField }: TasksHeaderProps) {
  const { index, ids, step, goToIndex } = list;
  const atStart = index <= 0;
  const atEnd = index < 0 || index >= ids.length - 1;
  return (
    <HeaderContent>
      <TaskCountsLine projectId={projectId} />
      {view.show === "tasks" && (
        <>
          <fieldset className="flex items-center" aria-label="Task">
            <IconButton
              icon={ChevronFirst}
              label="First task"
              keys="g g"
              disabled={atStart}
              onClick={() => step("first")}
            />
            <IconButton
              icon={ChevronLeft}
              label="Previous task"
              keys="k"
              disabled={atStart}
              onClick={() => step("previous")}
            />
            <PlaceField
              ref={placeField}
              list="the list of tasks"
              index={index}
              count={ids.length}
              onIndex={goToIndex}
            />
            <IconButton
              icon={ChevronRight}
              label="Next task"
              keys="j"
              disabled={atEnd}
              onClick={() => step("next")}
            />
            <IconButton
              icon={ChevronLast}
              label="Last task"
              keys="shift+g"
              disabled={atEnd}
              onClick={() => step("last")}
            />
          </fieldset>
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
