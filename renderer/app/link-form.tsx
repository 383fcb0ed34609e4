import { type FormEvent, useState } from "react";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/text-field.tsx";

/** Takes a sign-in link where a window has no field for addresses, or the one at hand is in an e-mail. */
export function LinkForm() {
  const [link, setLink] = useState("");
  const [refusal, setRefusal] = useState<string | null>(null);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const refused = refusalOf(link.trim());
    if (refused !== null) {
      setRefusal(refused);
      return;
    }
    // The page that it leads to takes the link out of the history once it is spent.
    history.replaceState(null, "", `/${new URL(link.trim()).hash}`);
    location.reload();
  };
  return (
    <form onSubmit={submit} className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <TextField
          label="Sign-in link"
          hideLabel
          placeholder={`${location.origin}/#join=…`}
          mono
          autoFocus
          value={link}
          onChange={(next) => {
            setLink(next);
            setRefusal(null);
          }}
          error={refusal}
        />
      </div>
      <Button type="submit" disabled={link.trim() === ""}>
        Use this link
      </Button>
    </form>
  );
}

function refusalOf(link: string): string | null {
  const url = URL.canParse(link) ? new URL(link) : null;
  if (url === null || !url.hash.startsWith("#join="))
    return "This is no sign-in link. One ends in #join= and 43 letters.";
  return url.origin === location.origin ? null : `This link is for ${url.host}, another host. Open it there.`;
}
