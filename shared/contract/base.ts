import { oc } from "@orpc/contract";
import { faults } from "./errors.ts";

/** Every call is declared from this base, so that every call may answer with the same typed errors. */
export const base = oc.errors(faults);
