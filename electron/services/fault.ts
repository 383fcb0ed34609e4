import type { z } from "zod";
import type { FaultCode, faults } from "#shared/contract/errors.ts";
import { BadInput } from "#shared/formats/bad-input.ts";
import { isCacheFault } from "../engines/cache-fault.ts";
import { EngineProblem, isLastingFault } from "../engines/engine.ts";
import { StorageError } from "../store/storage-error.ts";

/** What travels with a fault of the given code, as shared/contract/errors.ts declares it. */
export type FaultData<Code extends FaultCode> = z.infer<(typeof faults)[Code]["data"]>;

/** A refusal that the person at the screen can act on; `code` and `data` are those of shared/contract/errors.ts. */
export class ServiceFault<Code extends FaultCode = FaultCode> extends Error {
  readonly code: Code;
  readonly data: FaultData<Code>;
  constructor(code: Code, message: string, data: FaultData<Code>) {
    super(message);
    this.name = "ServiceFault";
    this.code = code;
    this.data = data;
  }
}

/** What is wrong with one field of a call, and what to do about it. */
interface FieldProblem {
  field: string;
  reason: string;
  fix: string;
}

/** The refusal of a call for what is in its fields; told in the words of the first. */
export function fieldFault(first: FieldProblem, ...others: FieldProblem[]): ServiceFault<"BAD_INPUT"> {
  const problems = [first, ...others].map(({ field, reason, fix }) => ({
    file: "",
    row: null,
    field,
    reason,
    fix,
  }));
  return new ServiceFault("BAD_INPUT", `${first.reason} ${first.fix}`, { problems });
}

/** The fault that an error of a service, a format or the store stands for; null for anything else, which is a defect. */
export function asFault(error: unknown): ServiceFault | null {
  if (error instanceof ServiceFault) return error;
  if (error instanceof BadInput)
    return new ServiceFault("BAD_INPUT", error.message, { problems: [...error.problems] });
  if (error instanceof EngineProblem) return new ServiceFault("ENGINE", error.message, error.why);
  if (isCacheFault(error)) return asFault(error.cause);
  if (isLastingFault(error)) return new ServiceFault("MACHINE", error.message, {});
  if (error instanceof StorageError)
    return new ServiceFault("STORAGE", error.message, { reason: error.reason, path: error.path });
  return null;
}
