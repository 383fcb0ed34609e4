import { useEvaluate } from "../data/jobs.ts";
import { useProjects } from "../data/projects.ts";
import { useWaitingWork } from "../data/session.ts";
import { abilities } from "../host/abilities.ts";
import { type Command, command, useCommands } from "../ui/commands.ts";
import { chooseTheme, useTheme } from "../ui/theme.ts";
import { screens } from "./screens.ts";
import type { WindowRoute } from "./use-window-route.ts";

/** The dialogs that are the shell's own. */
export type ShellDialog =
  | "other-browser"
  | "waiting"
  | "palette"
  | "shortcuts"
  | "inbox"
  | "import"
  | "export"
  | "import-tasks"
  | "export-tasks"
  | "manage-project"
  | "play-dialogues";

/** The commands that hold wherever the window is: dialogs, screens, projects, theme. */
export function useWindowCommands(route: WindowRoute, open: (dialog: ShellDialog) => void): void {
  useCommands("Window", useShellCommands(route, open));
  useCommands("Project", useProjectCommands(route, open));
}

function useShellCommands(route: WindowRoute, open: (dialog: ShellDialog) => void): Command[] {
  const { choice } = useTheme();
  const waiting = useWaitingWork();
  return [
    command("palette.open", "Command palette", ["mod+k"], () => open("palette")),
    command("shortcuts.open", "Keyboard shortcuts", ["?"], () => open("shortcuts")),
    ...screens.map(
      ({ id, title, keys }): Command =>
        command(`window.${id}`, `Go to ${title}`, keys, () => route.openScreen(id)),
    ),
    command("window.inbox", "Inbox: mentions and replies", ["g m"], () => open("inbox")),
    command("window.new", "New window", [], () => void abilities.openWindow()),
    ...(abilities.newAddress === null
      ? []
      : [command("window.other-browser", "Open in another browser…", [], () => open("other-browser"))]),
    command("window.waiting", "Allow work and servers of this workspace…", [], () => open("waiting"), {
      enabled: waiting !== null,
    }),
    ...(["light", "dark", "system"] as const).map(
      (theme): Command =>
        command(`window.theme-${theme}`, `Theme: ${theme}`, [], () => chooseTheme(theme), {
          enabled: theme !== choice,
        }),
    ),
  ];
}

function useProjectCommands(route: WindowRoute, open: (dialog: ShellDialog) => void): Command[] {
  const projects = useProjects();
  const evaluate = useEvaluate();
  const { project } = route;
  return [
    command("projects.import", "Import predictions…", ["mod+o"], () => open("import")),
    command("projects.export", "Export verdicts…", ["mod+shift+e"], () => open("export"), {
      enabled: project !== null && project.itemCount > 0,
    }),
    command("projects.import-tasks", "Import tasks…", ["mod+shift+o"], () => open("import-tasks")),
    command("projects.export-tasks", "Export tasks…", ["mod+shift+s"], () => open("export-tasks"), {
      enabled: project !== null && project.taskCount > 0,
    }),
    command("projects.manage", "Manage project…", [], () => open("manage-project"), {
      enabled: project !== null,
    }),
    command(
      "projects.evaluate",
      "Evaluate all items",
      [],
      () => project && evaluate.mutate({ projectId: project.id, again: false }),
      { enabled: project !== null && project.itemCount > 0 },
    ),
    ...projects
      .filter(({ id }) => id !== project?.id)
      .map(
        ({ id, name }): Command =>
          command(`projects.open-${id}`, `Open ${name}`, [], () => route.openProject(id)),
      ),
  ];
}
