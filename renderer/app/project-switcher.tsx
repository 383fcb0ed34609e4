import { ChevronsUpDown, FileDown, FileUp } from "lucide-react";
import type { Project } from "#shared/domain/project.ts";
import { useProjects } from "../data/projects.ts";
import { Menu, type MenuEntry } from "../ui/menu.tsx";
import { countText } from "../ui/time-text.ts";

export interface ProjectSwitcherProps {
  project: Project | null;
  onOpen(projectId: number): void;
  onImport(): void;
  onExport(): void;
}

/** The name of the project in front; under it the others, import and export. */
export function ProjectSwitcher({ project, onOpen, onImport, onExport }: ProjectSwitcherProps) {
  const projects = useProjects();
  const entries: MenuEntry[] = [
    ...(projects.length > 0 ? [{ heading: "Projects" }] : []),
    ...projects.map((other) => ({
      title: other.name,
      detail: countText(other.itemCount, "item"),
      checked: other.id === project?.id,
      run: () => onOpen(other.id),
    })),
    ...(projects.length > 0 ? ["line" as const] : []),
    { title: "Import predictions…", icon: FileDown, keys: "mod+o", run: onImport },
    {
      title: "Export verdicts…",
      icon: FileUp,
      keys: "mod+shift+e",
      disabled: project === null,
      run: onExport,
    },
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
