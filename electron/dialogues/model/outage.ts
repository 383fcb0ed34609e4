import type { ChatEndpoint } from "./chat-endpoint.ts";
import { ModelFailure, type ModelFailureKind } from "./model-failure.ts";

/** What an endpoint fails by, whatever it is asked. */
const general: readonly ModelFailureKind[] = [
  "unreachable",
  "timeout",
  "cut-off",
  "rate-limited",
  "server-error",
  "unauthorised",
  "garbage",
];

/** After so many calls in a row that were given up for the same reason, an endpoint is not asked any more in this run. */
const mostGivenUp = 3;

/** Which endpoints have failed so often in a row that the rest of a run need not wait for them, too. */
export function createOutage() {
  const rows = new Map<string, { failure: ModelFailure; calls: number }>();
  const nameOf = ({ url, model }: ChatEndpoint) => `${url} ${model}`;
  return {
    /** Why an endpoint is not asked any more; null where it is. */
    of(endpoint: ChatEndpoint): ModelFailure | null {
      const row = rows.get(nameOf(endpoint));
      if (row === undefined || row.calls < mostGivenUp) return null;
      const { kind, message } = row.failure;
      return new ModelFailure(
        kind,
        `${message}; after ${mostGivenUp} calls in a row that ended so, it is not asked again in this run`,
      );
    },
    gaveUp(endpoint: ChatEndpoint, failure: ModelFailure | null): void {
      if (failure === null || !general.includes(failure.kind)) return;
      const row = rows.get(nameOf(endpoint));
      const calls = row?.failure.kind === failure.kind ? row.calls + 1 : 1;
      rows.set(nameOf(endpoint), { failure, calls });
    },
    answered(endpoint: ChatEndpoint): void {
      rows.delete(nameOf(endpoint));
    },
  };
}
