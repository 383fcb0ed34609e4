import { type FormEvent, useState } from "react";
import { personSettings } from "#shared/settings/settings-table.ts";
import { errorText } from "../../data/faults.ts";
import { usePersonSettings, useSetPersonSettings } from "../../data/settings.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/text-field.tsx";

const { label, help } = personSettings["reviewer.name"];

/** The name under which this person's verdicts are saved. */
export function NameSetting() {
  const { "reviewer.name": actor } = usePersonSettings();
  const rename = useSetPersonSettings();
  const [name, setName] = useState(actor);
  const changed = name.trim() !== "" && name.trim() !== actor;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (changed) rename.mutate({ "reviewer.name": name.trim() });
  };
  return (
    <form onSubmit={submit} className="flex max-w-110 items-start gap-2">
      <div className="min-w-0 flex-1">
        <TextField
          label={label}
          value={name}
          maxLength={100}
          onChange={setName}
          hint={help}
          error={rename.error ? errorText(rename.error) : null}
        />
      </div>
      <Button type="submit" className="mt-5" disabled={!changed} busy={rename.isPending}>
        Rename
      </Button>
    </form>
  );
}
