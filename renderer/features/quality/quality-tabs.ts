import type { ComponentType } from "react";
import { z } from "zod";
import { viewState } from "#shared/settings/view-state.ts";
import { AgreementTab } from "./agreement/agreement-tab.tsx";
import { CrossCheckTab } from "./cross-check/cross-check-tab.tsx";
import { DashboardTab } from "./dashboard/dashboard-tab.tsx";
import { DisagreementsTab } from "./disagreements/disagreements-tab.tsx";
import type { QualityTabProps } from "./quality-tab-props.ts";

/** The tabs, in their order. A new one is a line here and a folder beside this file. */
const entries = [
  { value: "disagreements", title: "Disagreements", component: DisagreementsTab },
  { value: "cross-check", title: "Cross-check", component: CrossCheckTab },
  { value: "agreement", title: "Agreement", component: AgreementTab },
  { value: "dashboard", title: "Dashboard", component: DashboardTab },
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
