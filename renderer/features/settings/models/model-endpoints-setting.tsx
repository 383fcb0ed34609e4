import { BrainCircuit, CircleCheck, KeyRound, Pencil, Plus, Trash2, TriangleAlert } from "lucide-react";
import { useState } from "react";
import type { ModelEndpoint } from "#shared/domain/model-endpoint.ts";
import { personSettings } from "#shared/settings/settings-table.ts";
import { errorText } from "../../../data/faults.ts";
import { useAskOneWord, useModelKeys } from "../../../data/models.ts";
import { usePersonSettings, useSetPersonSettings } from "../../../data/settings.ts";
import { Button } from "../../../ui/button.tsx";
import { Chip } from "../../../ui/chip.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { InlineError } from "../../../ui/inline-error.tsx";
import { numberText } from "../../../ui/time-text.ts";
import { EndpointDialog } from "./endpoint-dialog.tsx";

/** The language models that a person has set up: where they answer, what they may cost, and whether they do. */
export function ModelEndpointsSetting() {
  const { "models.endpoints": endpoints } = usePersonSettings();
  const set = useSetPersonSettings();
  // The endpoint that is written: its place in the list, or behind its end for a new one.
  const [edited, setEdited] = useState<number | null>(null);
  const put = (next: ModelEndpoint[], onDone = (): void => {}): void =>
    set.mutate({ "models.endpoints": next }, { onSuccess: onDone });
  return (
    <div className="flex flex-col gap-3">
      <p className="text-muted">{personSettings["models.endpoints"].help}</p>
      {endpoints.map((endpoint, at) => (
        <EndpointCard
          key={endpoint.name}
          endpoint={endpoint}
          onEdit={() => setEdited(at)}
          onRemove={() => put(endpoints.toSpliced(at, 1))}
        />
      ))}
      {set.error && edited === null ? <InlineError title={errorText(set.error)} /> : null}
      <div>
        <Button icon={Plus} onClick={() => setEdited(endpoints.length)}>
          Add a language model…
        </Button>
      </div>
      {edited !== null && (
        <EndpointDialog
          endpoint={endpoints[edited] ?? null}
          busy={set.isPending}
          error={set.error}
          onSave={(endpoint) => put(endpoints.toSpliced(edited, 1, endpoint), () => setEdited(null))}
          onClose={() => {
            set.reset();
            setEdited(null);
          }}
        />
      )}
    </div>
  );
}

interface EndpointCardProps {
  endpoint: ModelEndpoint;
  onEdit(): void;
  onRemove(): void;
}

function EndpointCard({ endpoint, onEdit, onRemove }: EndpointCardProps) {
  const { name, model, url } = endpoint;
  const ask = useAskOneWord();
  return (
    <section aria-label={name} className="flex flex-col gap-2 rounded-md border px-3 py-2">
      <div className="flex items-center gap-2">
        <BrainCircuit size={14} className="shrink-0 text-muted" aria-hidden />
        <h3 className="min-w-0 truncate font-medium">{name}</h3>
        <KeyChip endpoint={endpoint} />
        <span className="flex-1" />
        <Button size="sm" busy={ask.isPending} onClick={() => ask.mutate(endpoint)}>
          Ask it one word
        </Button>
        <IconButton size="sm" icon={Pencil} label={`Edit ${name}`} onClick={onEdit} />
        <IconButton size="sm" icon={Trash2} label={`Remove ${name}`} onClick={onRemove} />
      </div>
      <p className="text-sm break-all text-muted select-text">
        <span className="font-mono">{model}</span> at <span className="font-mono">{url}</span>
        <br />
        {limitsText(endpoint)}
      </p>
      <Word ask={ask} />
    </section>
  );
}

/** What the model answered, or what is wrong and what to do about it. */
function Word({ ask: { data, error, isPending } }: { ask: ReturnType<typeof useAskOneWord> }) {
  if (isPending) return <p role="status">Waiting for its answer…</p>;
  const problem = error ? errorText(error) : (data?.problem ?? null);
  if (problem !== null)
    return (
      <p role="status" className="flex items-start gap-1.5 select-text">
        <TriangleAlert size={14} className="mt-0.5 shrink-0 text-warning" aria-hidden />
        <span className="min-w-0 break-words">{problem}</span>
      </p>
    );
  if (data === undefined) return null;
  const { answer, model, missing, ms } = data;
  return (
    <p role="status" className="flex items-start gap-1.5 select-text">
      <CircleCheck size={14} className="mt-0.5 shrink-0 text-added" aria-hidden />
      <span className="min-w-0 break-words">
        It answered “{answer}” after {(ms / 1000).toFixed(1)} s{model !== null && ` as ${model}`}.
        {missing !== null && ` ${missing}.`}
      </span>
    </p>
  );
}

function KeyChip({ endpoint: { url, keyVariable } }: { endpoint: ModelEndpoint }) {
  const { data } = useModelKeys();
  if (data === undefined) return null;
  const own = data.keys.find((one) => one.url === url && one.keyVariable === keyVariable);
  if (own?.foundIn === "store")
    return (
      <Chip icon={KeyRound} definition="The key is in this computer's key store.">
        key stored
      </Chip>
    );
  if (own?.foundIn === "variable")
    return (
      <Chip icon={KeyRound} definition="The key is in this environment variable of Querent's process.">
        {keyVariable}
      </Chip>
    );
  if (keyVariable === null) return <Chip definition="The endpoint is asked without a key.">no key</Chip>;
  return (
    <Chip tone="warning" definition={`Start Querent with ${keyVariable} set to the key.`}>
      {keyVariable} is not set
    </Chip>
  );
}

function limitsText({ prices, costLimit, tokenLimit }: ModelEndpoint): string {
  const parts = [
    prices === null
      ? "price not known"
      : `${prices.input} USD in, ${prices.output} USD out for a million tokens`,
    costLimit === null || prices === null ? null : `a run costs ${costLimit} USD at most`,
    tokenLimit === null ? null : `a run takes ${numberText(tokenLimit)} tokens at most`,
  ].filter((part) => part !== null);
  return parts.join(" · ");
}
