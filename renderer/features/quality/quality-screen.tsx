import { useViewState } from "../../data/view-state.ts";
import { command, useCommands } from "../../ui/commands.ts";
import { ErrorBoundary } from "../../ui/error-boundary.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import type { QualityTabProps } from "./quality-tab-props.ts";
import { qualityTabState, qualityTabs } from "./quality-tabs.ts";

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
