import type { ReactNode } from "react";
import type { Ambiguity } from "#shared/domain/ambiguity.ts";
import { Tabs } from "../../../../ui/tabs.tsx";
import { useTaskEditor } from "../store/task-editor-context.ts";
import type { TaskViewState } from "../task-view-state.ts";
import { AmbiguityForm } from "./ambiguity-form.tsx";
import { AmbiguityReadings } from "./ambiguity-readings.tsx";

export interface ActiveAmbiguityProps {
  index: number;
  ambiguity: Ambiguity;
  /** Its term, facts and snippet. */
  head: ReactNode;
  /** What else is said of it. */
  details: ReactNode;
}

/** The active ambiguity: under its snippet, which stays in view, its form or its readings. */
export function ActiveAmbiguity({ index, ambiguity, head, details }: ActiveAmbiguityProps) {
  const { open, setViewState } = useTaskEditor(({ viewState, setViewState }) => ({
    open: viewState.ambiguity,
    setViewState,
  }));
  const { length } = ambiguity.readings;
  return (
    <Tabs<TaskViewState["ambiguity"]>
      label={`Ambiguity ${index + 1}`}
      tabs={[
        { value: "edit", title: "Edit" },
        {
          value: "readings",
          title: "Readings",
          keys: "alt+v",
          badge: length > 0 && <span className="text-faint">{length}</span>,
        },
      ]}
      value={open}
      onChange={(chosen) => setViewState({ ambiguity: chosen })}
      head={<div className="pb-2">{head}</div>}
      className="bg-selected"
    >
      {open === "edit" ? (
        <>
          {details}
          <AmbiguityForm index={index} ambiguity={ambiguity} />
        </>
      ) : (
        <>
          <AmbiguityReadings index={index} ambiguity={ambiguity} />
          {details}
        </>
      )}
    </Tabs>
  );
}
