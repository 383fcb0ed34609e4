import {
  ChevronsUpDown,
  FileDown,
  FileUp,
  Globe,
  Package,
  PackageOpen,
  Settings2,
  Users,
} from "lucide-react";
import type { Project } from "#shared/domain/project.ts";
import { useMay } from "../data/members.ts";
import { useProjects } from "../data/projects.ts";
import { useSession } from "../data/session.ts";
import { abilities } from "../host/abilities.ts";
import { Menu, type MenuEntry } from "../ui/menu.tsx";
import { countText } from "../ui/time-text.ts";
import type { ShellDialog } from "./window-commands.ts";

export interface ProjectSwitcherProps {
  project: Project | null;
  onOpen(projectId: number): void;
  onDialog(dialog: ShellDialog): void;
}

/** The name of the project in front; under it the others, import and export. */
export function ProjectSwitcher({ project, onOpen, onDialog }: ProjectSwitcherProps) {
  const projects = useProjects();
  const work = useProjectEntries(project, onDialog);
  const isTeam = useSession().roles !== null;
  const entries: MenuEntry[] = [
    ...(projects.length > 0 ? [{ heading: "Projects" }] : []),
    ...projects.map((other) => ({
      title: other.name,
      detail: holdings(other),
      checked: other.id === project?.id,
      run: () => onOpen(other.id),
    })),
    ...(projects.length > 0 ? ["line" as const] : []),
    ...work,
    ...(isTeam
      ? []
      : ["line" as const, { title: "Open a team workspace…", icon: Users, run: () => onDialog("team") }]),
    ...(isTeam || abilities.newAddress === null
      ? []
      : [{ title: "Open in another browser…", icon: Globe, run: () => onDialog("other-browser") }]),
  ];
  return (
    <Menu
      entries={entries}
      trigger={
        <button
          type="button"
          className="flex h-7 max-w-80 min-w-0 items-center gap-1.5 rounded-md px-2 font-medium hover:bg-hover data-popup-open:bg-hover"
        >
          <span className="truncate">{project?.name ?? "No project"}</span>
          <ChevronsUpDown size={13} className="shrink-0 text-faint" aria-hidden />
          <span className="sr-only">Switch project</span>
        </button>
      }
    />
  );
}

/** What can be done with the project in front; what the person may not do is disabled. */
function useProjectEntries(project: Project | null, onDialog: ProjectSwitcherProps["onDialog"]): MenuEntry[] {
  const isTeam = useSession().roles !== null;
  const may = useMay();
  const id = project?.id ?? null;
  return [
    {
      title: "Import predictions…",
      icon: FileDown,
      keys: "mod+o",
      disabled: !may("projects", "import", id),
      run: () => onDialog("import"),
    },
    {
      title: "Export verdicts…",
      icon: FileUp,
      keys: "mod+shift+e",
      disabled: project === null || project.itemCount === 0 || !may("exports", "toText", id),
      run: () => onDialog("export"),
    },
    ...useBundleEntries(project, onDialog),
    {
      title: "Import tasks…",
      icon: FileDown,
      keys: "mod+shift+o",
      disabled: !may("tasks", "import", id),
      run: () => onDialog("import-tasks"),
    },
    {
      title: "Export tasks…",
      icon: FileUp,
      keys: "mod+shift+s",
      disabled: project === null || project.taskCount === 0 || !may("tasks", "exportToText", id),
      run: () => onDialog("export-tasks"),
    },
    "line",
    {
      title: "Manage project…",
      icon: Settings2,
      disabled: project === null || !may("projects", "rename", id),
      run: () => onDialog("manage-project"),
    },
    ...(isTeam
      ? [
          {
            title: "People of this project…",
            icon: Users,
            disabled: project === null || !may("members", "list", id),
            run: () => onDialog("people"),
          },
        ]
      : []),
  ];
}

/** What goes along to be judged elsewhere, and comes back. */
function useBundleEntries(project: Project | null, onDialog: ProjectSwitcherProps["onDialog"]): MenuEntry[] {
  const isTeam = useSession().roles !== null;
  const may = useMay();
  const id = project?.id ?? null;
  return [
    {
      title: isTeam ? "Bring work back…" : "Open a bundle, or bring work back…",
      icon: PackageOpen,
      disabled: isTeam && !may("bundles", "importWork", id),
      run: () => onDialog("import-bundle"),
    },
    {
      title: "Export a bundle, or the work of one…",
      icon: Package,
      disabled: project === null || project.itemCount === 0 || !may("bundles", "preview", id),
      run: () => onDialog("export-bundle"),
    },
  ];
}

/** What a project contains: "1,034 items", "600 tasks", or both. */
function holdings({ itemCount, taskCount }: Project): string {
  const parts = [
    ...(itemCount > 0 || taskCount === 0 ? [countText(itemCount, "item")] : []),
    ...(taskCount > 0 ? [countText(taskCount, "task")] : []),
  ];
  return parts.join(" · ");
}
