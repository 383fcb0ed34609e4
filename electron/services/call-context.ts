/** What a service knows of a call beside its input. */
export interface CallContext {
  /** The caller's account, as the host knows it; never what the client says. */
  actor: string;
  /** Whether they work over a team host: then their roles decide what they may do, and they see nothing of this machine. */
  isMember?: boolean;
  /** Aborts when nobody waits for the answer any more. */
  signal?: AbortSignal | undefined;
}
