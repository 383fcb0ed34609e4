import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import { type Ambiguity, ambiguityKinds, ambiguityTypes } from "#shared/domain/ambiguity.ts";
import { ambiguityGuide } from "#shared/domain/taxonomy.ts";
import { kindDefinitions } from "../../../../results/task/ambiguity-words.ts";
import { Checkbox } from "../../../../ui/checkbox.tsx";
import { fieldClasses, LabelledField } from "../../../../ui/field.tsx";
import { IconButton } from "../../../../ui/icon-button.tsx";
import { Select } from "../../../../ui/select.tsx";
import { TextField } from "../../../../ui/text-field.tsx";
import { useTaskEditor } from "../store/task-editor-context.ts";
import { asKind, move } from "./ambiguity-edits.ts";
import { ClarificationField } from "./clarification-field.tsx";

/** The ambiguity that is taken up, to be edited: its words, its kind and type with what they mean, its snippet. */
export function AmbiguityForm({ index, ambiguity }: { index: number; ambiguity: Ambiguity }) {
  const change = useTaskEditor(({ authoring }) => authoring.change);
  const onChange = (changed: Ambiguity) => change(index, changed);
  const { kind, type, term, sqlSnippet, isMask } = ambiguity;
  const snippetId = `ambiguity-snippet-${index}`;
  const types = [...new Set([...ambiguityTypes[kind], type])];
  return (
    <div className="mt-2 flex flex-col gap-2">
      <TextField
        label="Words of the question"
        dir="auto"
        value={term}
        onChange={(value) => onChange({ ...ambiguity, term: value })}
      />
      <Select
        label="Kind"
        value={kind}
        options={ambiguityKinds.map((value) => ({ value, title: value }))}
        onChange={(value) => onChange(asKind(ambiguity, value))}
      />
      <p className="text-sm text-muted">{kindDefinitions[kind]}</p>
      <Select
        label="Type"
        value={type}
        options={types.map((value) => ({
          value,
          title: ambiguityGuide(kind, value)?.label ?? (value || "Choose a type"),
        }))}
        onChange={(value) => onChange({ ...ambiguity, type: value })}
      />
      <Guide ambiguity={ambiguity} />
      {ambiguity.kind === "environmental" && (
        <TextField
          label="Noisy column"
          mono
          placeholder="table.column"
          value={ambiguity.column ?? ""}
          onChange={(value) => onChange({ ...ambiguity, column: value === "" ? null : value })}
        />
      )}
      <LabelledField id={snippetId} label="Key SQL snippet">
        <textarea
          id={snippetId}
          rows={Math.min(8, Math.max(2, sqlSnippet.split("\n").length))}
          spellCheck={false}
          value={sqlSnippet}
          onChange={({ target }) => onChange({ ...ambiguity, sqlSnippet: target.value })}
          className={`${fieldClasses} resize-y py-1 font-mono text-sm`}
        />
      </LabelledField>
      <ClarificationField index={index} ambiguity={ambiguity} />
      <FormFoot
        index={index}
        isMask={isMask === true}
        onMask={(checked) => onChange({ ...ambiguity, isMask: checked })}
      />
    </div>
  );
}

interface FormFootProps {
  index: number;
  isMask: boolean;
  onMask(isMask: boolean): void;
}

/** Whether the snippet is masked, and what is done with the ambiguity as a whole. */
function FormFoot({ index, isMask, onMask }: FormFootProps) {
  const { task, authoring } = useTaskEditor(({ task, authoring }) => ({ task, authoring }));
  return (
    <div className="flex items-center justify-between">
      <Checkbox
        checked={isMask}
        onChange={onMask}
        title="is_mask: the snippet is hidden until the system asks about it."
      >
        Masked
      </Checkbox>
      <span className="flex">
        <IconButton
          size="sm"
          icon={ArrowUp}
          label="Move up"
          disabled={move(task, index, -1) === null}
          onClick={() => authoring.move(index, -1)}
        />
        <IconButton
          size="sm"
          icon={ArrowDown}
          label="Move down"
          disabled={move(task, index, 1) === null}
          onClick={() => authoring.move(index, 1)}
        />
        <IconButton
          size="sm"
          icon={Trash2}
          label="Remove the ambiguity"
          keys="alt+x"
          onClick={() => authoring.remove(index)}
        />
      </span>
    </div>
  );
}

function Guide({ ambiguity: { kind, type } }: { ambiguity: Ambiguity }) {
  const guide = ambiguityGuide(kind, type);
  if (guide === null) return null;
  const { definition, condition, example } = guide;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 gap-y-0.5 text-sm [&_dt]:text-muted">
      <dt>Is</dt>
      <dd>{definition}</dd>
      <dt>Where</dt>
      <dd>{condition}</dd>
      <dt>Clear</dt>
      <dd>{example.clear}</dd>
      <dt>Vague</dt>
      <dd>{example.ambiguous}</dd>
      <dt>SQL</dt>
      <dd>
        <code className="break-words">{example.snippet}</code>
      </dd>
    </dl>
  );
}
