import { type FormEvent, useState } from "react";
import { errorText } from "../../data/faults.ts";
import { useRename, useSession } from "../../data/session.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/text-field.tsx";

/** The name under which this person's verdicts are saved. */
export function NameSetting() {
  const { actor } = useSession();
  const rename = useRename();
  const [name, setName] = useState(actor);
  const changed = name.trim() !== "" && name.trim() !== actor;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (changed) rename.mutate(name.trim());
  };
  return (
    <form onSubmit={submit} className="flex max-w-110 items-start gap-2">
      <div className="min-w-0 flex-1">
        <TextField
          label="Reviewer name"
          value={name}
          maxLength={100}
          onChange={setName}
          hint="From now on your verdicts are saved under this name; what was saved before stays as it is."
          error={rename.error ? errorText(rename.error) : null}
        />
      </div>
      <Button type="submit" className="mt-5" disabled={!changed} busy={rename.isPending}>
        Rename
      </Button>
    </form>
  );
}
