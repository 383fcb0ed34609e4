/** What goes to a worker: requests, and what is replied to an event of the request under way. */
export type ToWorker<Request> = { id: number; request: Request } | { id: number; reply: unknown };

/** What a worker sends. */
export type FromWorker<Event, Response> =
  | { type: "ready" }
  | { type: "event"; id: number; event: Event }
  /** `worn`: the worker is to be replaced; `rests`: it will say when it is ready for the next request. */
  | { type: "done"; id: number; response: Response; worn?: boolean; rests?: boolean };

/** The file in a worker's folder in which the watchdog leaves its note before it ends the process. */
export const endNoteName = "end.json";

/** Why a watchdog ended its process, and in which stage of which request. */
export interface EndNote {
  requestId: number;
  stage: string;
  reason: "time" | "memory";
  elapsedMs: number;
}
