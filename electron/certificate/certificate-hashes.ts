import { createHash } from "node:crypto";
import { fieldsInOrder } from "#shared/certificate/fields-in-order.ts";
import type { CertificateHashes } from "#shared/domain/certificate.ts";
import { mutationOperators } from "#shared/sql/mutate/registry.ts";
import { builtInSimulator } from "../dialogues/built-in-simulator.ts";
import type { TemplateRef } from "../engines/engine.ts";
import { defaultTaskLimits } from "../evaluation/phases.ts";
import type { CertificateSetting, TaskToCertify } from "./certified-task.ts";

/** Part of the operators' hash: a change of what one of them makes voids certificates. */
const operatorsVersion = 1;

const usualTimeMs = defaultTaskLimits.statement.timeMs;

/** The hashes of all that a certificate speaks of. */
export function certificateHashes(
  subject: TaskToCertify,
  template: TemplateRef,
  setting: CertificateSetting,
): CertificateHashes {
  return { ...hashesOfText(subject, setting), database: `${template.engine} ${template.id}` };
}

/** Those that need no database: of the task, of what is known about its database, and of what judges it. */
export function hashesOfText(
  { task, nodes, columnMeanings }: TaskToCertify,
  { profile, behaviour, timeLimitMs = usualTimeMs }: CertificateSetting,
): Omit<CertificateHashes, "database"> {
  return {
    task: hashOf(task),
    knowledge: hashOf([nodes, columnMeanings]),
    profile: `${profile} ${behaviour}${timeLimitMs === usualTimeMs ? "" : ` ${timeLimitMs} ms`}`,
    simulator: builtInSimulator.name,
    operators: hashOf([operatorsVersion, mutationOperators.map(({ id }) => id)]),
  };
}

/** A short hash of any JSON, whatever the order of its fields. */
export function hashOf(value: unknown): string {
  return createHash("sha256").update(fieldsInOrder(value)).digest("hex").slice(0, 16);
}
