import type { Project } from "#shared/domain/project.ts";

/** What every tab of the screen is given. */
export interface QualityTabProps {
  project: Project;
  /** The item that the address names, or null. */
  itemId: number | null;
  onItem(itemId: number): void;
  /** Opens a task on its own screen. */
  onTask(taskId: number): void;
  /** Opens a dialogue. */
  onDialogue(dialogueId: number): void;
  onImport(): void;
  onOpenData(): void;
  onExport(): void;
}
