import { Bot } from "lucide-react";
import { errorDetails, errorText } from "../../../../data/faults.ts";
import type { Answered, ModelReadings } from "../../../../data/model-readings.ts";
import { usePersonSettings } from "../../../../data/settings.ts";
import { Button } from "../../../../ui/button.tsx";
import { command, useCommands } from "../../../../ui/commands.ts";
import { InlineError } from "../../../../ui/inline-error.tsx";
import { loadingText } from "../../../../ui/loading-text.ts";
import { Menu } from "../../../../ui/menu.tsx";
import { numberText } from "../../../../ui/time-text.ts";

const askKeys = "alt+shift+m";

export interface AskModelProps {
  /** A model is being asked, or the readings run. */
  busy: boolean;
  onAsk(endpoint: string): void;
}

/** Offers the language models of the person to be asked for readings; nothing where none is set up. */
export function AskModel({ busy, onAsk }: AskModelProps) {
  const { "models.endpoints": endpoints } = usePersonSettings();
  const entries = endpoints.map(({ name, model }, at) => ({
    ...{ title: name, detail: model, keys: at === 0 ? askKeys : undefined },
    run: () => onAsk(name),
  }));
  useCommands(
    "Task",
    entries.map(({ title, keys, run }) =>
      command(`task.ask-model ${title}`, `Ask ${title} for readings`, keys === undefined ? [] : [keys], run, {
        enabled: !busy,
      }),
    ),
  );
  const [first] = entries;
  if (first === undefined) return null;
  if (entries.length === 1)
    return (
      <Button size="sm" icon={Bot} keys={askKeys} disabled={busy} onClick={first.run}>
        Ask {first.title}
      </Button>
    );
  const trigger = (
    <Button size="sm" icon={Bot} disabled={busy}>
      Ask a model…
    </Button>
  );
  return <Menu trigger={trigger} entries={entries} />;
}

/** How far a language model is with its readings, or what came of them. */
export function AskedModel({ asked }: { asked: ModelReadings }) {
  return (
    <div className="mb-1.5 text-sm text-muted">
      <AskedState {...asked} />
    </div>
  );
}

function AskedState(asked: ModelReadings) {
  const { endpoint, state, answered, error } = asked;
  if (state === "failed")
    return (
      <InlineError title={`${endpoint} could not be asked.`} details={errorDetails(error)}>
        {errorText(error)}
      </InlineError>
    );
  if (answered !== null && answered.problem !== null)
    return (
      <InlineError tone="warning" title={`${endpoint} gave no readings.`}>
        {answered.problem}
      </InlineError>
    );
  return (
    <>
      <output className="block">{askedText(asked)}</output>
      {answered !== null && <p>{spentText(answered)}</p>}
      {answered !== null && answered.refused.length > 0 && (
        <ul aria-label="Left out">
          {answered.refused.map(({ sql, reason }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a model may say the same twice, and the list never changes.
            <li key={at} className="break-words">
              <code>{sql}</code>: {reason}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function askedText({ endpoint, state, loading, note, answered }: ModelReadings): string {
  if (state === "cancelled") return `Cancelled: ${endpoint} was not heard to the end.`;
  if (loading !== null) return loadingText(loading);
  if (answered === null) return note === null ? `Asking ${endpoint}` : `Asking ${endpoint}: ${note}`;
  const { readings, refused } = answered;
  const count = readings.length === 1 ? "1 new reading" : `${readings.length} new readings`;
  return `${count} from ${endpoint}${refused.length === 0 ? "." : `, ${refused.length} left out:`}`;
}

/** What asking has cost so far: "In this project you have used 1,240 of its tokens for readings, for 0.0018 USD." */
function spentText({ isRecorded, spent: { tokens, usd } }: Answered): string {
  const cost =
    usd === null ? "" : `, for ${usd.toLocaleString("en-US", { maximumSignificantDigits: 2 })} USD`;
  const again = isRecorded ? "The answer was on record; it was not asked again. " : "";
  return `${again}In this project you have used ${numberText(tokens)} of its tokens for readings${cost}.`;
}
