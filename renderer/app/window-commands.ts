import { useEvaluate } from "../data/jobs.ts";
import { useProjects } from "../data/projects.ts";
import { abilities } from "../host/abilities.ts";
import { type Command, useCommands } from "../ui/commands.ts";
import { chooseTheme, useTheme } from "../ui/theme.ts";
import { screens } from "./screens.ts";
import type { WindowRoute } from "./use-window-route.ts";

/** The dialogs that are the shell's own. */
export type ShellDialog =
  | "other-browser"
  | "palette"
  | "shortcuts"
  | "import"
  | "export"
  | "import-tasks"
  | "export-tasks"
  | "play-dialogues";

/** The commands that hold wherever the window is: dialogs, screens, projects, theme. */
export function useWindowCommands(route: WindowRoute, open: (dialog: ShellDialog) => void): void {
  useCommands("Window", useShellCommands(route, open));
  useCommands("Project", useProjectCommands(route, open));
}

function useShellCommands(route: WindowRoute, open: (dialog: ShellDialog) => void): Command[] {
  const { choice } = useTheme();
  return [
    { id: "palette.open", title: "Command palette", keys: ["mod+k"], run: () => open("palette") },
    { id: "shortcuts.open", title: "Keyboard shortcuts", keys: ["?"], run: () => open("shortcuts") },
    ...screens.map(
      ({ id, title, keys }): Command => ({
        id: `window.${id}`,
        title: `Go to ${title}`,
        keys,
        run: () => route.openScreen(id),
      }),
    ),
    { id: "window.new", title: "New window", run: () => void abilities.openWindow() },
    ...(abilities.newAddress === null
      ? []
      : [
          {
            id: "window.other-browser",
            title: "Open in another browser…",
            run: () => open("other-browser"),
          },
        ]),
    ...(["light", "dark", "system"] as const).map(
      (theme): Command => ({
        id: `window.theme-${theme}`,
        title: `Theme: ${theme}`,
        enabled: theme !== choice,
        run: () => chooseTheme(theme),
      }),
    ),
  ];
}

function useProjectCommands(route: WindowRoute, open: (dialog: ShellDialog) => void): Command[] {
  const projects = useProjects();
  const evaluate = useEvaluate();
  const { project } = route;
  return [
    { id: "projects.import", title: "Import predictions…", keys: ["mod+o"], run: () => open("import") },
    {
      id: "projects.export",
      title: "Export verdicts…",
      keys: ["mod+shift+e"],
      enabled: project !== null && project.itemCount > 0,
      run: () => open("export"),
    },
    {
      id: "projects.import-tasks",
      title: "Import tasks…",
      keys: ["mod+shift+o"],
      run: () => open("import-tasks"),
    },
    {
      id: "projects.export-tasks",
      title: "Export tasks…",
      keys: ["mod+shift+s"],
      enabled: project !== null && project.taskCount > 0,
      run: () => open("export-tasks"),
    },
    {
      id: "projects.evaluate",
      title: "Evaluate all items",
      enabled: project !== null && project.itemCount > 0,
      run: () => project && evaluate.mutate({ projectId: project.id, again: false }),
    },
    ...projects
      .filter(({ id }) => id !== project?.id)
      .map(
        ({ id, name }): Command => ({
          id: `projects.open-${id}`,
          title: `Open ${name}`,
          run: () => route.openProject(id),
        }),
      ),
  ];
}
