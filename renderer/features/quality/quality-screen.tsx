import type { ComponentType } from "react";
import { z } from "zod";
import { viewState } from "#shared/settings/view-state.ts";
import { useMay } from "../../data/members.ts";
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
  const [last, choose] = useViewState(qualityTabState);
  const may = useMay();
  const tabs = qualityTabs.filter(({ isFor }) => isFor(may, props.project.id));
  const tab = tabs.find(({ value }) => value === last) ?? tabs[0];
  useCommands(
    "Quality",
    tabs.map(({ value, title }) =>
      command(`quality.show-${value}`, `Show ${title.toLowerCase()}`, [], () => choose(value)),
    ),
  );
  return (
    <Tabs label="Views of quality" tabs={tabs} value={tab?.value ?? last} onChange={choose}>
      {tab && (
        <ErrorBoundary key={tab.value} area={tab.title}>
          <tab.component {...props} />
        </ErrorBoundary>
      )}
    </Tabs>
  );
}

interface TabSpec<Value extends string> {
  value: Value;
  title: string;
  component: ComponentType<QualityTabProps>;
  /** Whether the person may ask what it cannot do without. */
  isFor(may: ReturnType<typeof useMay>, projectId: number): boolean;
}

/** The tabs, in their order. A new one is an entry here and a folder beside this file. */
const entries = [
  {
    ...{ value: "disagreements", title: "Disagreements", component: DisagreementsTab },
    isFor: (may, projectId) => may("disagreements", "ids", projectId),
  },
  {
    ...{ value: "cross-check", title: "Cross-check", component: CrossCheckTab },
    isFor: (may, projectId) => may("crossChecks", "list", projectId),
  },
  {
    ...{ value: "agreement", title: "Agreement", component: AgreementTab },
    isFor: (may, projectId) => may("agreementFigures", "ofProject", projectId),
  },
  {
    ...{ value: "dashboard", title: "Dashboard", component: DashboardTab },
    isFor: (may, projectId) => may("workFigures", "ofProject", projectId),
  },
] as const satisfies readonly TabSpec<string>[];

type QualityTab = (typeof entries)[number]["value"];
const qualityTabs: readonly TabSpec<QualityTab>[] = entries;

/** Which tab was in front last. */
const qualityTabState = viewState<QualityTab>(
  "quality.tab",
  z.enum(entries.map(({ value }) => value) as [QualityTab]),
  "disagreements",
);
