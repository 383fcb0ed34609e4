import { errorText } from "../data/faults.ts";
import { pickFolder } from "../data/files.ts";
import { useEvaluate } from "../data/jobs.ts";
import { useMay } from "../data/members.ts";
import { useProjects } from "../data/projects.ts";
import { useDamage, useSaveCopy, useSession, useWaitingWork } from "../data/session.ts";
import { abilities } from "../host/abilities.ts";
import { signOut } from "../host/web-session.ts";
import { type Command, command, useCommands } from "../ui/commands.ts";
import { folderOf } from "../ui/paths.ts";
import { chooseTheme, useTheme } from "../ui/theme.ts";
import { notify } from "../ui/toasts.tsx";
import { useOwnScreens } from "./own-screens.ts";
import type { WindowRoute } from "./use-window-route.ts";

/** The dialogs that are the shell's own. */
export type ShellDialog =
  | "other-browser"
  | "team"
  | "waiting"
  | "damage"
  | "palette"
  | "shortcuts"
  | "inbox"
  | "import"
  | "export"
  | "import-bundle"
  | "export-bundle"
  | "import-tasks"
  | "export-tasks"
  | "manage-project"
  | "people"
  | "assignment"
  | "play-dialogues";

/** How work that waits for an answer is allowed later. */
export const allowCommand = "Allow work, servers and folders of this workspace…";

/** The commands that hold wherever the window is: dialogs, screens, projects, theme. */
export function useWindowCommands(route: WindowRoute, open: (dialog: ShellDialog) => void): void {
  useCommands("Window", useShellCommands(route, open));
  useCommands("Project", [
    ...useFileCommands(route, open),
    ...useProjectCommands(route, open),
    ...useBundleCommands(route, open),
  ]);
}

function useShellCommands(route: WindowRoute, open: (dialog: ShellDialog) => void): Command[] {
  const { choice } = useTheme();
  const { roles } = useSession();
  const screens = useOwnScreens(route.project?.id ?? null);
  const waiting = useWaitingWork();
  const damage = useDamage();
  const saveCopy = useSaveCopyCommand();
  return [
    command("palette.open", "Command palette", ["mod+k"], () => open("palette")),
    command("shortcuts.open", "Keyboard shortcuts", ["?"], () => open("shortcuts")),
    ...screens.map(
      ({ id, title, keys }): Command =>
        command(`window.${id}`, `Go to ${title}`, keys, () => route.openScreen(id)),
    ),
    command("window.inbox", "Inbox: mentions and replies", ["g m"], () => open("inbox")),
    ...(roles === null ? [] : [command("window.sign-out", "Sign out", [], () => void signOut())]),
    command("window.new", "New window", [], () => void abilities.openWindow()),
    ...(roles === null
      ? [
          command("window.team", "Open a team workspace…", [], () => open("team")),
          command("window.waiting", allowCommand, [], () => open("waiting"), { enabled: waiting !== null }),
          saveCopy,
        ]
      : []),
    ...(roles !== null || abilities.newAddress === null
      ? []
      : [command("window.other-browser", "Open in another browser…", [], () => open("other-browser"))]),
    command("window.damage", "Damage in this workspace…", [], () => open("damage"), {
      enabled: damage !== null,
    }),
    ...(["light", "dark", "system"] as const).map(
      (theme): Command =>
        command(`window.theme-${theme}`, `Theme: ${theme}`, [], () => chooseTheme(theme), {
          enabled: theme !== choice,
        }),
    ),
  ];
}

function useSaveCopyCommand(): Command {
  const { workspacePath } = useSession();
  const { mutate } = useSaveCopy();
  return command("window.save-copy", "Save a copy of the workspace…", [], async () => {
    const folder = await pickFolder("Folder for the copy", folderOf(workspacePath), { toWrite: true });
    if (folder === null) return;
    mutate(folder, {
      onSuccess: ({ path }) =>
        notify({ title: "Saved a copy of the workspace", description: path, kind: "done" }),
      onError: (error) =>
        notify({ title: "The copy was not saved", description: errorText(error), kind: "error" }),
    });
  });
}

/** What a member of a team may not do is no command of theirs, neither in the palette nor on the sheet of shortcuts. */
const ifMay = (isAllowed: boolean, own: Command): Command[] => (isAllowed ? [own] : []);

function useFileCommands({ project }: WindowRoute, open: (dialog: ShellDialog) => void): Command[] {
  const may = useMay();
  const id = project?.id ?? null;
  const hasItems = project !== null && project.itemCount > 0;
  return [
    ...ifMay(
      may("projects", "import", id),
      command("projects.import", "Import predictions…", ["mod+o"], () => open("import")),
    ),
    ...ifMay(
      may("exports", "toText", id),
      command("projects.export", "Export verdicts…", ["mod+shift+e"], () => open("export"), {
        enabled: hasItems,
      }),
    ),
    ...ifMay(
      may("tasks", "import", id),
      command("projects.import-tasks", "Import tasks…", ["mod+shift+o"], () => open("import-tasks")),
    ),
    ...ifMay(
      may("tasks", "exportToText", id),
      command("projects.export-tasks", "Export tasks…", ["mod+shift+s"], () => open("export-tasks"), {
        enabled: project !== null && project.taskCount > 0,
      }),
    ),
  ];
}

function useProjectCommands(route: WindowRoute, open: (dialog: ShellDialog) => void): Command[] {
  const projects = useProjects();
  const evaluate = useEvaluate();
  const { project } = route;
  const may = useMay();
  const { roles } = useSession();
  const id = project?.id ?? null;
  const hasItems = project !== null && project.itemCount > 0;
  return [
    ...ifMay(
      may("projects", "rename", id),
      command("projects.manage", "Manage project…", [], () => open("manage-project"), {
        enabled: project !== null,
      }),
    ),
    ...ifMay(
      roles !== null && may("members", "list", id),
      command("projects.people", "People of this project…", ["g p"], () => open("people")),
    ),
    ...ifMay(
      roles !== null && may("slots", "plan", id),
      command("projects.assignment", "Assign work…", ["g a"], () => open("assignment"), {
        enabled: hasItems,
      }),
    ),
    ...ifMay(
      may("jobs", "evaluate", id),
      command(
        "projects.evaluate",
        "Evaluate all items",
        [],
        () => project && evaluate.mutate({ projectId: project.id, again: false }),
        { enabled: hasItems },
      ),
    ),
    ...projects
      .filter((other) => other.id !== id)
      .map(
        (other): Command =>
          command(`projects.open-${other.id}`, `Open ${other.name}`, [], () => route.openProject(other.id)),
      ),
  ];
}

function useBundleCommands({ project }: WindowRoute, open: (dialog: ShellDialog) => void): Command[] {
  const may = useMay();
  const { roles } = useSession();
  const id = project?.id ?? null;
  return [
    command(
      "projects.import-bundle",
      roles === null ? "Open a bundle, or bring work back…" : "Bring work back…",
      [],
      () => open("import-bundle"),
      { enabled: roles === null || may("bundles", "importWork", id) },
    ),
    command(
      "projects.export-bundle",
      "Export a bundle, or the work of one…",
      [],
      () => open("export-bundle"),
      {
        enabled: project !== null && project.itemCount > 0 && may("bundles", "preview", id),
      },
    ),
  ];
}
