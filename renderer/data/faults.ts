import { ORPCError } from "@orpc/client";
import type { z } from "zod";
import { type FaultCode, faults, type InputProblem } from "#shared/contract/errors.ts";

/** A typed error of the back end, as the contract declares it. */
export type KnownFault = {
  [Code in FaultCode]: { code: Code; message: string; data: z.infer<(typeof faults)[Code]["data"]> };
}[FaultCode];

/** The typed error in what was thrown, or null for anything else (a lost connection, a defect). */
export function faultOf(error: unknown): KnownFault | null {
  if (!(error instanceof ORPCError) || !(error.code in faults)) return null;
  const code = error.code as FaultCode;
  const data = faults[code].data.safeParse(error.data);
  return data.success ? ({ code, message: error.message, data: data.data } as KnownFault) : null;
}

/** What is wrong with the input, as far as the back end said. */
export function problemsOf(error: unknown): InputProblem[] {
  const fault = faultOf(error);
  return fault?.code === "BAD_INPUT" ? fault.data.problems : [];
}

const whyStorage: Record<string, string> = {
  "disk-full": "The disk is full. Free some space; nothing saved was lost.",
  "read-only": "Querent may not write there. Check the permissions of the folder; nothing saved was lost.",
  locked: "Another program is using the workspace file. Close it and try again; nothing saved was lost.",
  corrupt: "The workspace file is damaged. Querent keeps backups next to it; open one of them.",
  io: "The disk could not be written to. Check the drive; nothing saved was lost.",
};

/** What happened and what to do, in a sentence or two for the person at the screen. */
export function errorText(error: unknown): string {
  const fault = faultOf(error);
  if (fault?.code === "STORAGE") return `${whyStorage[fault.data.reason]} (${fault.data.path})`;
  if (fault?.code === "CONFLICT")
    return "Somebody saved this after you started editing. Compare both versions and choose one.";
  return error instanceof Error && error.message ? error.message : String(error);
}

/** Everything about an error, for a colleague or an issue. */
export function errorDetails(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = error instanceof ORPCError ? `${error.code} ` : "";
  const data =
    error instanceof ORPCError && error.data !== undefined ? `\n${JSON.stringify(error.data, null, 2)}` : "";
  return `${code}${error.name}: ${error.message}${data}${error.stack ? `\n${error.stack}` : ""}`;
}

/** True when the person or the screen stopped it: nothing to report. */
export const wasCancelled = (error: unknown): boolean =>
  error instanceof Error && error.name === "AbortError";
