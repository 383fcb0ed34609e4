import {
  Ellipsis,
  ListChecks,
  MessagesSquare,
  Play,
  ScanSearch,
  ShieldCheck,
  SpellCheck,
} from "lucide-react";
import type { ProjectWork } from "#shared/contract/task-runs.ts";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu, type MenuEntry } from "../../ui/menu.tsx";

/** What can be done with all tasks of a project; null is what this person may not do. */
export interface TaskWorkActions {
  /** What of it runs now, so that it is not begun twice. */
  running: ReadonlySet<ProjectWork | "evaluate-tasks" | "certify">;
  start: ((what: ProjectWork, again: boolean) => void) | null;
  evaluatePredictions: (() => void) | null;
  certify: (() => void) | null;
  playDialogues(): void;
  importTasks: (() => void) | null;
  exportTasks: (() => void) | null;
  openSettings: (() => void) | null;
}

/** The works on all tasks, in the order in which one does them. */
export const projectWorks = [
  { what: "lint", title: "Lint all", icon: SpellCheck, keys: "t l", of: "the text of every task" },
  {
    what: "check",
    title: "Check all",
    icon: ScanSearch,
    keys: "t c",
    of: "the gold of every task on its data",
  },
  { what: "run", title: "Run all", icon: Play, keys: "t r", of: "the gold and tests of every task" },
] as const satisfies readonly { what: ProjectWork; [key: string]: unknown }[];

interface TaskWorkButtonsProps {
  actions: TaskWorkActions;
  /** What else can be done, above the rest of the menu. */
  more: readonly MenuEntry[];
  /** What else can be exported. */
  exports: readonly MenuEntry[];
}

/** Buttons for the work on all tasks; what was done before and is still current is not done again, but for the menu's second half. */
export function TaskWorkButtons({ actions, more, exports }: TaskWorkButtonsProps) {
  const { running, start } = actions;
  return (
    <>
      {start !== null &&
        projectWorks.map(({ what, title, icon, of }) => (
          <Button
            key={what}
            size="sm"
            variant="quiet"
            icon={icon}
            title={`${title}: ${of} that has no result for its current revision`}
            busy={running.has(what)}
            onClick={() => start(what, false)}
          >
            {title}
          </Button>
        ))}
      {actions.evaluatePredictions !== null && (
        <Button
          size="sm"
          variant="quiet"
          icon={ListChecks}
          busy={running.has("evaluate-tasks")}
          onClick={actions.evaluatePredictions}
        >
          Evaluate predictions…
        </Button>
      )}
      <Button size="sm" variant="quiet" icon={MessagesSquare} onClick={actions.playDialogues}>
        Play dialogues…
      </Button>
      <Menu
        align="end"
        trigger={<IconButton size="sm" icon={Ellipsis} label="More for all tasks" />}
        entries={[
          ...more,
          "line",
          ...projectWorks.map(({ what, title, icon }) => ({
            title: `${title} again`,
            icon,
            disabled: running.has(what),
            run: start && (() => start(what, true)),
          })),
          "line",
          { title: "Certify tasks…", keys: "t f", icon: ShieldCheck, run: actions.certify },
          "line",
          { title: "Import tasks…", keys: "mod+shift+o", run: actions.importTasks },
          { title: "Export tasks…", keys: "mod+shift+s", run: actions.exportTasks },
          ...exports,
          "line",
          { title: "Engine, evaluator, server…", run: actions.openSettings },
        ]}
      />
    </>
  );
}
