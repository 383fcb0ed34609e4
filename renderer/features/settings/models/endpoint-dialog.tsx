import { useState } from "react";
import { ModelEndpoint } from "#shared/domain/model-endpoint.ts";
import { errorText } from "../../../data/faults.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { InlineError } from "../../../ui/inline-error.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { EndpointKey } from "./endpoint-key.tsx";

interface EndpointDialogProps {
  /** Null for a new one. */
  endpoint: ModelEndpoint | null;
  busy: boolean;
  error: unknown;
  onSave(endpoint: ModelEndpoint): void;
  onClose(): void;
}

/** What is typed of an endpoint. */
interface Typed {
  name: string;
  url: string;
  model: string;
  keyVariable: string;
  abilities: ModelEndpoint["abilities"];
  priceInput: string;
  priceOutput: string;
  costLimit: string;
  tokenLimit: string;
}

/** Writes an endpoint; its key goes to the key store, or stands in a variable. */
// Longer than a function should be: one form, whose fields share its state.
export function EndpointDialog({ endpoint, busy, error, onSave, onClose }: EndpointDialogProps) {
  const [typed, setTyped] = useState(() => typedOf(endpoint));
  const read = readTyped(typed);
  const field = (name: Exclude<keyof Typed, "abilities">) => ({
    value: typed[name],
    onChange: (text: string) => setTyped({ ...typed, [name]: text }),
    error: typed[name] === "" ? null : (read.errors[name] ?? null),
  });
  return (
    <FormDialog
      onClose={onClose}
      width="lg"
      title={endpoint === null ? "Add a language model" : `Language model ${endpoint.name}`}
      action={{
        ...{ id: "models.save", title: "Save", busy, ready: read.endpoint !== null },
        run: () => read.endpoint !== null && onSave(read.endpoint),
      }}
    >
      <div className="flex flex-col gap-4">
        <div className="grid grid-cols-2 gap-x-6 gap-y-3">
          <TextField label="Name" hint="What it is called in runs here" maxLength={60} {...field("name")} />
          <TextField label="Model" hint="As the endpoint calls it" mono {...field("model")} />
          <TextField
            label="Address"
            hint="The base of its API; no key belongs in it"
            mono
            placeholder="https://host/v1"
            className="col-span-2"
            {...field("url")}
          />
          <EndpointKey url={typed.url} variable={field("keyVariable")} />
        </div>
        <fieldset>
          <legend className="mb-1 text-sm font-medium text-muted">What the endpoint supports</legend>
          <div className="flex flex-wrap gap-x-5">
            {abilities.map(({ key, title, help }) => (
              <Checkbox
                key={key}
                title={help}
                checked={typed.abilities[key]}
                onChange={(on) => setTyped({ ...typed, abilities: { ...typed.abilities, [key]: on } })}
              >
                {title}
              </Checkbox>
            ))}
          </div>
          <p className="text-sm text-muted">
            Leave all on if you do not know: Querent stops using what the endpoint refuses.
          </p>
        </fieldset>
        <div className="grid grid-cols-4 gap-x-4">
          <TextField
            label="Price in, USD"
            hint="For a million tokens that it reads"
            inputMode="decimal"
            {...field("priceInput")}
          />
          <TextField
            label="Price out, USD"
            hint="For a million tokens that it writes"
            inputMode="decimal"
            {...field("priceOutput")}
          />
          <TextField
            label="Limit of a run, USD"
            hint="Also limits all readings asked for in a project; needs both prices"
            inputMode="decimal"
            {...field("costLimit")}
          />
          <TextField
            label="Limit of a run, tokens"
            hint="Read and written together; also limits all readings asked for in a project"
            inputMode="numeric"
            {...field("tokenLimit")}
          />
        </div>
        {error ? <InlineError title={errorText(error)} /> : null}
      </div>
    </FormDialog>
  );
}

const abilities = [
  {
    key: "tools",
    title: "tools",
    help: "The model calls actions as functions; without this it writes them as JSON.",
  },
  {
    key: "schemas",
    title: "JSON schemas",
    help: "The endpoint enforces the form of answers; without this the prompt describes it.",
  },
  { key: "temperature", title: "temperature", help: "Each call asks for temperature 0." },
  { key: "seed", title: "seed", help: "Each call carries the seed of its dialogue." },
] as const;

function typedOf(endpoint: ModelEndpoint | null): Typed {
  const text = (value: number | null | undefined) => (value == null ? "" : String(value));
  return {
    name: endpoint?.name ?? "",
    url: endpoint?.url ?? "",
    model: endpoint?.model ?? "",
    keyVariable: endpoint?.keyVariable ?? "",
    abilities: endpoint?.abilities ?? { tools: true, schemas: true, temperature: true, seed: true },
    priceInput: text(endpoint?.prices?.input),
    priceOutput: text(endpoint?.prices?.output),
    costLimit: text(endpoint?.costLimit),
    tokenLimit: text(endpoint?.tokenLimit),
  };
}

type Errors = Partial<Record<keyof Typed, string>>;

/** The endpoint that was typed; null with what is wrong, by field, where it is none. */
function readTyped(typed: Typed): { endpoint: ModelEndpoint | null; errors: Errors } {
  const { name, url, model, keyVariable, abilities: able } = typed;
  const number = (text: string) => (text.trim() === "" ? null : Number(text.replace(",", ".")));
  const [input, output] = [number(typed.priceInput), number(typed.priceOutput)];
  const errors: Errors = {};
  if (input !== null && output === null) errors.priceInput = "Give both prices or neither.";
  if (output !== null && input === null) errors.priceOutput = "Give both prices or neither.";
  const costLimit = number(typed.costLimit);
  if (costLimit !== null && (input === null || output === null))
    errors.costLimit = "A limit of cost needs both prices.";
  const read = ModelEndpoint.safeParse({
    ...{ name, url, model, abilities: able, costLimit, tokenLimit: number(typed.tokenLimit) },
    keyVariable: keyVariable.trim() === "" ? null : keyVariable.trim(),
    prices: input === null || output === null ? null : { input, output },
  });
  for (const { path, message } of read.error?.issues ?? []) {
    const [first, second] = path;
    const place = first === "prices" ? (second === "input" ? "priceInput" : "priceOutput") : first;
    const isNumber = first === "prices" || first === "costLimit" || first === "tokenLimit";
    errors[place as keyof Typed] = isNumber ? "Enter a number above 0." : message;
  }
  return { endpoint: Object.keys(errors).length === 0 ? (read.data ?? null) : null, errors };
}
