import { CircleCheck, CircleDashed, CircleX, Hourglass, type LucideIcon, PencilLine } from "lucide-react";
import type { CrossCheckRow } from "#shared/contract/cross-checks.ts";
import type { CheckStage } from "#shared/domain/cross-check.ts";

/** Where a task is between author and checker, as it is read. */
export const stageWords: Record<CheckStage, { title: string; icon: LucideIcon; colour: string }> = {
  "being-written": { title: "being written", icon: PencilLine, colour: "text-faint" },
  "to-check": { title: "to check", icon: CircleDashed, colour: "text-accent" },
  "sent-back": { title: "sent back", icon: CircleX, colour: "text-removed" },
  checked: { title: "checked", icon: CircleCheck, colour: "text-added" },
  "accepted-unchecked": { title: "accepted, unchecked", icon: Hourglass, colour: "text-warning" },
};

/** Which tasks the list shows. */
export const shownTasks = {
  mine: { title: "To check", has: ({ isMine }: CrossCheckRow) => isMine },
  own: {
    title: "Mine, waiting",
    has: ({ stage, isMine }: CrossCheckRow) => stage === "to-check" && !isMine,
  },
  "sent-back": { title: "Sent back", has: ({ stage }: CrossCheckRow) => stage === "sent-back" },
  checked: { title: "Checked", has: ({ stage }: CrossCheckRow) => stage === "checked" },
  all: { title: "All tasks", has: () => true },
} satisfies Record<string, { title: string; has(row: CrossCheckRow): boolean }>;
export type ShownTasks = keyof typeof shownTasks;
export const shownTasksOptions = Object.keys(shownTasks) as [ShownTasks, ...ShownTasks[]];
