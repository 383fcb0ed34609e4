import { useState } from "react";
import { labelOf, type VerdictForm } from "#shared/domain/verdict-form.ts";
import { command, useCommands } from "../../../../ui/commands.ts";

/** What an adjudicator is about to say themselves of an item. */
export interface OwnVerdict {
  label: string | null;
  diagnoses: string[];
  note: string;
}

/** A verdict of the adjudicator's own while it is put together, with the keys of the project's form; `problem`: why it cannot be saved yet. */
export function useOwnVerdict(form: VerdictForm, onSettle: (own: OwnVerdict) => void) {
  const [own, setOwn] = useState<OwnVerdict>({ label: null, diagnoses: [], note: "" });
  const [isTried, setTried] = useState(false);
  const change = (part: Partial<OwnVerdict>) => setOwn((before) => ({ ...before, ...part }));
  const setLabel = (label: string) => change({ label });
  const toggle = (id: string) =>
    setOwn((before) => ({
      ...before,
      diagnoses: before.diagnoses.includes(id)
        ? before.diagnoses.filter((one) => one !== id)
        : [...before.diagnoses, id],
    }));
  const label = labelOf(form, own.label);
  const missing =
    label === undefined
      ? "Choose a label."
      : label.needsNote && own.note.trim() === ""
        ? `Say in the note why it is ${label.name}.`
        : null;
  const settle = () => {
    setTried(true);
    if (missing === null) onSettle(own);
  };
  const keysOf = ({ key }: { key: string | null }) => (key === null ? [] : [key]);
  useCommands("Own verdict", [
    ...form.labels.map((one) =>
      command(`own.label.${one.id}`, `Label: ${one.name}`, keysOf(one), () => setLabel(one.id)),
    ),
    ...form.diagnoses.map((one) =>
      command(`own.diagnosis.${one.id}`, `Diagnosis: ${one.name}`, keysOf(one), () => toggle(one.id)),
    ),
    command("own.settle", "Settle on my own verdict", ["mod+Enter"], settle, { inInputs: true }),
  ]);
  return { own, change, setLabel, toggle, settle, problem: isTried ? missing : null };
}
