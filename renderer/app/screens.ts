import { Database, ListChecks, type LucideIcon, MessagesSquare, Puzzle, Scale, Settings } from "lucide-react";
import { type ComponentType, lazy } from "react";
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

/** A screen of the activity bar. A screen that needs no project is given the one in front, if there is any. */
type ScreenSpec = { id: string; title: string; icon: LucideIcon; keys: string[]; foot?: boolean } & (
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
    needsProject: true,
    component: lazy(async () => ({ default: (await import("../features/review/index.ts")).ReviewScreen })),
  },
  {
    id: "tasks",
    title: "Tasks",
    icon: Puzzle,
    keys: ["g t"],
    needsProject: true,
    component: lazy(async () => ({ default: (await import("../features/tasks/index.ts")).TasksScreen })),
  },
  {
    id: "dialogues",
    title: "Dialogues",
    icon: MessagesSquare,
    keys: ["g i"],
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
    needsProject: true,
    component: lazy(async () => ({ default: (await import("../features/quality/index.ts")).QualityScreen })),
  },
  {
    id: "data",
    title: "Data",
    icon: Database,
    keys: ["g d"],
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
