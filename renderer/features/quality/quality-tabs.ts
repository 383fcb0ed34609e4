import type { ComponentType } from "react";
import { z } from "zod";
import type { Project } from "#shared/domain/project.ts";
import { viewState } from "#shared/settings/view-state.ts";
import { DisagreementsTab } from "./disagreements/disagreements-tab.tsx";

/** What every tab of the screen is given. */
export interface QualityTabProps {
  project: Project;
  /** The item that the address names, or null. */
  itemId: number | null;
  onItem(itemId: number): void;
  onImport(): void;
  onOpenData(): void;
}

/** The tabs, in their order. A new one is a line here and a folder beside this file. */
const entries = [
  { value: "disagreements", title: "Disagreements", component: DisagreementsTab },
] as const satisfies readonly { value: string; title: string; component: ComponentType<QualityTabProps> }[];

type QualityTab = (typeof entries)[number]["value"];
export const qualityTabs: readonly {
  value: QualityTab;
  title: string;
  component: ComponentType<QualityTabProps>;
}[] = entries;

/** Which tab was in front last. */
export const qualityTabState = viewState<QualityTab>(
  "quality.tab",
  z.enum(entries.map(({ value }) => value) as [QualityTab]),
  "disagreements",
);
