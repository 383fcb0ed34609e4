import { ArrowDownNarrowWide, ArrowDownWideNarrow, RefreshCw } from "lucide-react";
import type { TaskSort } from "#shared/contract/task-list.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Menu } from "../../../ui/menu.tsx";
import { sortNames } from "./task-words.ts";

export const sortKeys = Object.keys(sortNames) as TaskSort["by"][];

/** The order after a person chose `by`: the most first where more is what one looks for; chosen again, the other way round. */
export function chosenSort(sort: TaskSort, by: TaskSort["by"]): TaskSort {
  if (sort.by === by) return { by, descending: !sort.descending };
  return { by, descending: by === "findings" || by === "ambiguities" };
}

interface TaskSortMenuProps {
  sort: TaskSort;
  onSort(sort: TaskSort): void;
  /** Findings and runs that came since are counted only when asked: the list does not move by itself. */
  onRefresh(): void;
}

/** Chooses the order of the list. */
export function TaskSortMenu({ sort, onSort, onRefresh }: TaskSortMenuProps) {
  return (
    <Menu
      align="end"
      trigger={
        <IconButton
          icon={sort.descending ? ArrowDownWideNarrow : ArrowDownNarrowWide}
          label={`Sorted by ${sortNames[sort.by].toLowerCase()}${sort.descending ? ", descending" : ""}`}
          pressed={sort.by !== "file" || sort.descending}
        />
      }
      entries={[
        { heading: "Sort by" },
        ...sortKeys.map((by) => ({
          title: sortNames[by],
          detail: by !== sort.by ? undefined : sort.descending ? "descending" : "ascending",
          checked: by === sort.by,
          run: () => onSort(chosenSort(sort, by)),
        })),
        "line",
        { title: "Reapply filters and sorting", icon: RefreshCw, keys: "shift+l", run: onRefresh },
      ]}
    />
  );
}
