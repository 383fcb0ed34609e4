import type { InferContractRouterInputs, InferContractRouterOutputs } from "@orpc/contract";
import { implement, ORPCError, type Router as OrpcRouter } from "@orpc/server";
import { faults } from "#shared/contract/errors.ts";
import { type Contract, contract } from "#shared/contract/index.ts";
import { boundedText } from "#shared/text/bounded-text.ts";
import { refuseUngranted } from "./contract-paths.ts";
import type { PathGrants } from "./path-grants.ts";
import type { CallContext } from "./services/call-context.ts";
import { asFault } from "./services/fault.ts";

/** What a host knows of a caller, whatever the caller says. */
export interface HostContext {
  /** The person, as this machine knows them. */
  actor: string;
  /** See CallContext. */
  isMember?: boolean;
}

type Inputs = InferContractRouterInputs<Contract>;
type Outputs = InferContractRouterOutputs<Contract>;

/** What is behind each call of the contract: the same areas and names. A call without input gets `undefined`. */
export type Services = {
  [Area in keyof Contract]: {
    [Name in keyof Contract[Area]]: Name extends keyof Inputs[Area] & keyof Outputs[Area]
      ? (input: InputOf<Inputs[Area][Name]>, context: CallContext) => Answer<Outputs[Area][Name]>
      : never;
  };
};
type InputOf<Input> = unknown extends Input ? undefined : Input;
/** A stream is answered by any iterable of its events. */
type Answer<Output> = [Output] extends [AsyncIterator<infer Event>]
  ? AsyncIterable<Event>
  : Output | Promise<Output>;

/** The contract with its services behind it, as both hosts' transports take it. */
export type Router = OrpcRouter<Contract, HostContext>;

export interface RouterOptions {
  services: Services;
  /** Receives what went wrong unexpectedly, with the id that the person at the screen sees. */
  log(message: string, error: unknown): void;
  /** Which paths a window may name; any where it is not given. */
  grants?: PathGrants | undefined;
  /** A short id by which a person can name a logged error. */
  newErrorId(): string;
}

type Handler = (input: unknown, context: CallContext) => unknown;
interface CallArguments {
  input: unknown;
  context: HostContext;
  signal?: AbortSignal | undefined;
}

/** Puts the services behind the contract; inputs, outputs and errors are validated on the way. */
export function createRouter({ services, grants, ...errors }: RouterOptions): Router {
  const os = implement(contract).$context<HostContext>();
  const areas = Object.keys(contract).map((area) => {
    const calls = Object.keys(contract[area as keyof Contract]).map((name) => {
      const handler = (services as unknown as Record<string, Record<string, Handler>>)[area]?.[name];
      if (handler === undefined) throw new Error(`no service implements ${area}.${name}`);
      const builder = (
        os as unknown as Record<string, Record<string, { handler(answer: unknown): unknown }>>
      )[area]?.[name];
      const answer = ({ input, context, signal }: CallArguments) =>
        answerOrExplain(
          async () => {
            if (grants !== undefined) await refuseUngranted(`${area}.${name}`, input, grants);
            return handler(input, { ...context, signal });
          },
          signal,
          { path: `${area}.${name}`, ...errors },
        );
      return [name, builder?.handler(answer)];
    });
    return [area, Object.fromEntries(calls)];
  });
  return os.router(Object.fromEntries(areas)) as unknown as Router;
}

interface Explaining extends Omit<RouterOptions, "services" | "grants"> {
  path: string;
}

async function answerOrExplain(call: () => unknown, signal: AbortSignal | undefined, explaining: Explaining) {
  try {
    const output = await call();
    return isAsyncIterable(output) ? explainedStream(output, signal, explaining) : output;
  } catch (error) {
    throw explained(error, signal, explaining);
  }
}

async function* explainedStream(
  events: AsyncIterable<unknown>,
  signal: AbortSignal | undefined,
  explaining: Explaining,
) {
  try {
    yield* events;
  } catch (error) {
    throw explained(error, signal, explaining);
  }
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

/** A fault becomes the contract's typed error; anything unexpected is reported in general words and logged in detail. */
function explained(
  error: unknown,
  signal: AbortSignal | undefined,
  { path, log, newErrorId }: Explaining,
): unknown {
  const fault = asFault(error);
  if (fault) {
    const { code, message, data } = fault;
    const shown = { message: boundedText(message), data };
    return new ORPCError(code, { defined: true, status: faults[code].status, ...shown });
  }
  if (error instanceof ORPCError || signal?.aborted) return error;
  const id = newErrorId();
  log(`error ${id} in ${path}`, error);
  return new ORPCError("INTERNAL_SERVER_ERROR", {
    message: `An unexpected error occurred (error ${id}). Saved work is safe; the log has the details.`,
    data: { id },
  });
}
