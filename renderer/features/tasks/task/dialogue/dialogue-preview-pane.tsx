import { Tabs } from "../../../../ui/tabs.tsx";
import { countText } from "../../../../ui/time-text.ts";
import { useTaskEditor } from "../store/task-editor-context.ts";
import { AskedSimulator } from "./asked-simulator.tsx";
import { BatteryPane } from "./battery-pane.tsx";
import { PreviewedAmbiguityLine } from "./previewed-ambiguity.tsx";
import { SubmissionOutcome } from "./submission-outcome.tsx";
import { useDialoguePreview } from "./use-dialogue-preview.ts";

/** What the simulated user answers: in the dialogue in which everything is asked about, or to the battery of questions. */
export function DialoguePreviewPane() {
  const { shown, setViewState } = useTaskEditor(({ viewState: { dialogue }, setViewState }) => ({
    ...{ shown: dialogue, setViewState },
  }));
  return (
    <Tabs<typeof shown>
      label="What the simulated user is asked"
      tabs={[
        { value: "preview", title: "Preview" },
        { value: "battery", title: "Battery" },
      ]}
      value={shown}
      onChange={(chosen) => setViewState({ dialogue: chosen })}
    >
      {shown === "preview" ? <Preview /> : <BatteryPane />}
    </Tabs>
  );
}

/** The dialogue in which a system asks about every ambiguity, played anew after each edit: what it is told, and what it then submits. */
function Preview() {
  const { answer: preview, ...asked } = useDialoguePreview();
  return (
    <AskedSimulator label="Preview of the dialogue" hasAnswer={preview !== null} {...asked}>
      {preview !== null && (
        <>
          <p className="border-b bg-panel px-3 py-1.5 text-sm text-muted">
            A system asks about everything, the built-in simulator answers:{" "}
            {countText(preview.turns.used, "turn")} of {preview.turns.total} for{" "}
            {countText(preview.ambiguities.length, "ambiguity", "ambiguities")}.
          </p>
          <ol aria-label="Questions and answers">
            {preview.ambiguities.map((previewed) => (
              <PreviewedAmbiguityLine key={previewed.ambiguity} previewed={previewed} />
            ))}
          </ol>
          <SubmissionOutcome preview={preview} isCurrent={asked.isCurrent} />
        </>
      )}
    </AskedSimulator>
  );
}
