import { useState } from "react";
import { z } from "zod";
import { viewState } from "#shared/settings/view-state.ts";
import { errorText } from "../data/faults.ts";
import { useViewState } from "../data/view-state.ts";
import { abilities } from "../host/abilities.ts";
import { FormDialog } from "../ui/form-dialog.tsx";
import { TextField } from "../ui/text-field.tsx";

/** Of the team host that was opened last; a sign-in link works once and is not kept. */
const lastTeam = viewState("window.team", z.string(), "");

/** Opens the workspace of a team in a window of its own, by the host's address or a sign-in link. */
export function TeamDialog({ onClose }: { onClose(): void }) {
  const [last, setLast] = useViewState(lastTeam);
  const [address, setAddress] = useState(last);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isOpening, setIsOpening] = useState(false);
  const run = async () => {
    setIsOpening(true);
    const refused = await abilities.openTeam(address).catch(errorText);
    setIsOpening(false);
    if (refused !== null) return setRefusal(refused);
    setLast(new URL(address.trim()).origin);
    onClose();
  };
  return (
    <FormDialog
      title="Open a team workspace"
      description="Paste the sign-in link that your lead sent you. Later the address alone is enough."
      onClose={onClose}
      action={{
        ...{ id: "team.open", title: "Open", keys: ["Enter"], ready: address.trim() !== "", busy: isOpening },
        run: () => void run(),
      }}
    >
      <TextField
        label="Address or sign-in link"
        placeholder="https://querent.example.org"
        autoFocus
        mono
        value={address}
        maxLength={2_000}
        onChange={(next) => {
          setAddress(next);
          setRefusal(null);
        }}
        error={refusal}
      />
    </FormDialog>
  );
}
