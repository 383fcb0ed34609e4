import { useState } from "react";
import { errorText } from "../../../data/faults.ts";
import { useModelKeys, useSetModelKey } from "../../../data/models.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/text-field.tsx";

interface EndpointKeyProps {
  /** The address that the key is for. */
  url: string;
  variable: { value: string; onChange(text: string): void; error: string | null };
}

/** Where the key of an endpoint comes from: the key store where there is one, and an environment variable where it has none. */
export function EndpointKey({ url, variable }: EndpointKeyProps) {
  const { data } = useModelKeys();
  const canKeep = data?.canKeep ?? false;
  return (
    <>
      {canKeep && <StoredKey url={url} />}
      <TextField
        label="Environment variable of the key"
        mono
        placeholder="QUERENT_MODELS_KEY"
        hint={
          canKeep
            ? "Used if the key store has no key for this address. Leave it empty if the endpoint needs no key."
            : "There is no key store here: start Querent with the key in this variable. Leave it empty if the endpoint needs no key."
        }
        {...variable}
      />
    </>
  );
}

/** The key in the key store: never shown again. */
function StoredKey({ url }: { url: string }) {
  const [key, setKey] = useState("");
  const hand = useSetModelKey();
  const isAddress = /^https?:\/\/\S+$/.test(url.trim());
  const put = (text: string): void =>
    hand.mutate({ url: url.trim(), key: text }, { onSuccess: () => setKey("") });
  return (
    <div className="col-span-2 flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <TextField
          label="Key"
          type="password"
          autoComplete="off"
          value={key}
          onChange={setKey}
          hint={
            hand.isSuccess
              ? "Done: the key store was changed."
              : "It goes into this computer's key store, for this address alone, and is never shown again."
          }
          error={hand.error ? errorText(hand.error) : null}
        />
      </div>
      <Button
        className="mt-5"
        disabled={key.trim() === "" || !isAddress}
        busy={hand.isPending}
        onClick={() => put(key)}
      >
        Store key
      </Button>
      <Button variant="quiet" className="mt-5" disabled={!isAddress} onClick={() => put("")}>
        Forget key
      </Button>
    </div>
  );
}
