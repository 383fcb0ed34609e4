import type { ComponentType } from "react";
import { z } from "zod";
import { viewState } from "#shared/settings/view-state.ts";
import { useViewState } from "../../data/view-state.ts";
import { command, useCommands } from "../../ui/commands.ts";
import { ErrorBoundary } from "../../ui/error-boundary.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { AgreementTab } from "./agreement/agreement-tab.tsx";
import { CrossCheckTab } from "./cross-check/cross-check-tab.tsx";
import { DashboardTab } from "./dashboard/dashboard-tab.tsx";
import { DisagreementsTab } from "./disagreements/disagreements-tab.tsx";
import type { QualityTabProps } from "./quality-tab-props.ts";

/** Quality control of a project: where people disagree, and what the figures say of it. */
export function QualityScreen(props: QualityTabProps) {
  const [chosen, choose] = useViewState(qualityTabState);
  const tab = qualityTabs.find(({ value }) => value === chosen);
  useCommands(
    "Quality",
    qualityTabs.map(({ value, title }) =>
      command(`quality.show-${value}`, `Show ${title.toLowerCase()}`, [], () => choose(value)),
    ),
  );
  return (
    <Tabs label="Views of quality" tabs={qualityTabs} value={chosen} onChange={choose}>
      {tab && (
        <ErrorBoundary key={tab.value} area={tab.title}>
          <tab.component {...props} />
        </ErrorBoundary>
      )}
    </Tabs>
  );
}

/** The tabs, in their order. A new one is a line here and a folder beside this file. */
const entries = [
  { value: "disagreements", title: "Disagreements", component: DisagreementsTab },
  { value: "cross-check", title: "Cross-check", component: CrossCheckTab },
  { value: "agreement", title: "Agreement", component: AgreementTab },
  { value: "dashboard", title: "Dashboard", component: DashboardTab },
] as const satisfies readonly { value: string; title: string; component: ComponentType<QualityTabProps> }[];

type QualityTab = (typeof entries)[number]["value"];
const qualityTabs: readonly {
  value: QualityTab;
  title: string;
  component: ComponentType<QualityTabProps>;
}[] = entries;

/** Which tab was in front last. */
const qualityTabState = viewState<QualityTab>(
  "quality.tab",
  z.enum(entries.map(({ value }) => value) as [QualityTab]),
  "disagreements",
);
