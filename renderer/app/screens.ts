import { Database, ListChecks, type LucideIcon, MessagesSquare, Puzzle, Scale, Settings } from "lucide-react";
import { type ComponentType, lazy } from "react";
import type { ProjectRole } from "#shared/domain/member.ts";
import type { Project } from "#shared/domain/project.ts";
import type { TasksInSight } from "../features/dialogues/index.ts";

/** What every screen of a project is given. */
export interface ScreenProps {
  project: Project;
  /** The item, task or dialogue that the address names, or null. */
  itemId: number | null;
  /** Writes the item, task or dialogue in front into the address, without a step to go back to. */
  onItem(itemId: number): void;
  onOpenData(): void;
  onOpenSettings(): void;
  onOpenProject(projectId: number): void;
  onImport(): void;
  onExport(): void;
  onImportTasks(): void;
  onExportTasks(): void;
  /** Opens a task. */
  onTask(taskId: number): void;
  /** Opens a dialogue. */
  onDialogue(dialogueId: number): void;
  /** Offers to play dialogues about tasks. */
  onPlay(tasks?: TasksInSight): void;
}

/**
 * A screen of the activity bar. A screen that needs no project is given the one in front, if there is any. `for` are the roles
 * whose work it is over a team host, besides a lead's; everybody's where it is not given.
 */
type ScreenSpec = {
  id: string;
  title: string;
  icon: LucideIcon;
  keys: string[];
  foot?: boolean;
  for?: readonly ProjectRole[];
} & (
  | { needsProject: true; component: ComponentType<ScreenProps> }
  | { needsProject: false; component: ComponentType<{ project: Project | null }> }
);

/** The screens, in the order of the activity bar. A new screen is a line here and a folder in features/. */
const entries = [
  {
    id: "review",
    title: "Review",
    icon: ListChecks,
    keys: ["g r"],
    for: ["reviewer", "adjudicator"],
    needsProject: true,
    component: lazy(async () => ({ default: (await import("../features/review/index.ts")).ReviewScreen })),
  },
  {
    id: "tasks",
    title: "Tasks",
    icon: Puzzle,
    keys: ["g t"],
    for: ["annotator"],
    needsProject: true,
    component: lazy(async () => ({ default: (await import("../features/tasks/index.ts")).TasksScreen })),
  },
  {
    id: "dialogues",
    title: "Dialogues",
    icon: MessagesSquare,
    keys: ["g i"],
    for: ["annotator"],
    needsProject: true,
    component: lazy(async () => ({
      default: (await import("../features/dialogues/index.ts")).DialoguesScreen,
    })),
  },
  {
    id: "quality",
    title: "Quality",
    icon: Scale,
    keys: ["g q"],
    for: ["annotator", "adjudicator"],
    needsProject: true,
    component: lazy(async () => ({ default: (await import("../features/quality/index.ts")).QualityScreen })),
  },
  {
    id: "data",
    title: "Data",
    icon: Database,
    keys: ["g d"],
    for: ["reviewer", "adjudicator"],
    needsProject: true,
    component: lazy(async () => ({ default: (await import("../features/data/index.ts")).DataScreen })),
  },
  {
    id: "settings",
    title: "Settings",
    icon: Settings,
    keys: ["g s", "mod+,"],
    foot: true,
    needsProject: false,
    component: lazy(async () => ({
      default: (await import("../features/settings/index.ts")).SettingsScreen,
    })),
  },
] as const satisfies readonly [ScreenSpec, ...ScreenSpec[]];

export type ScreenId = (typeof entries)[number]["id"];
export type Screen = ScreenSpec & { id: ScreenId };
export const screens: readonly [Screen, ...Screen[]] = entries;
