import type { ContractRouterClient } from "@orpc/contract";
import type { Contract } from "#shared/contract/index.ts";
import { signInDays } from "#shared/domain/member.ts";

/** Every call of the contract, typed; its user does not know which transport carries it. */
export type Client = ContractRouterClient<Contract>;

/** The last two are final: the back end has ended or does not know this window; nobody is signed in at this browser any more. */
export type ConnectionState = "connected" | "reconnecting" | "refused" | "signed-out";

/** Why a back end does not accept a window: what its address was, or that it is another back end than before. */
export type Refusal =
  | "used-address"
  | "unknown-address"
  | "no-address"
  | "ended"
  | "signed-out"
  | "used-link"
  | "unknown-link"
  | "too-many-tries";

const newAddress =
  "For a new address, press Enter in the terminal where Querent runs, or choose “Open in another browser…” in an open Querent window.";

const newLink = "Open the link that a lead of your project sent you, or ask them for a new one.";

const refusals: Record<Refusal, string> = {
  "used-address": `This address has already been used, or is older than a minute. Each address opens one window, once. ${newAddress}`,
  "unknown-address": `This address is not valid: it has expired, or Querent was restarted. ${newAddress}`,
  "no-address": `This address alone gives no access. ${newAddress}`,
  "signed-out": `You are not signed in. ${newLink}`,
  "used-link": `This link has been used already, or it was replaced or is older than ${signInDays.link} days. ${newLink}`,
  "unknown-link": `This link is not valid here: a part of it is missing, or it belongs to another host. ${newLink}`,
  "too-many-tries": "Too many links that are not valid came from your network. Wait a minute and try again.",
  ended: "Querent's back end has stopped or was restarted. Open Querent again; nothing saved is lost.",
};

/** A value that a status bar can follow. */
export interface ObservableState {
  get(): ConnectionState;
  /** Calls `listener` after each change; the answer ends it. */
  subscribe(listener: () => void): () => void;
}

/** A window's line to the back end. Calls made while it is away wait; streams end with `ConnectionLost`. */
export interface Connection {
  client: Client;
  state: ObservableState;
}

/** The line was cut in the middle of a stream, or of a call that must not be sent twice: its owner decides what to do. */
export class ConnectionLost extends Error {
  constructor() {
    super("The connection to the back end was lost while this was running. Run it again.");
    this.name = "ConnectionLost";
  }
}

/** The back end does not accept this window; no call will succeed until the window is opened anew. */
export class ConnectionRefused extends Error {
  readonly why: Refusal;
  constructor(why: Refusal = "ended") {
    super(refusals[why]);
    this.name = "ConnectionRefused";
    this.why = why;
  }
}

/** A state that its owner sets and others follow. */
export function createState(
  initial: ConnectionState,
): ObservableState & { set(next: ConnectionState): void } {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set(next) {
      if (next === current) return;
      current = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
