import { createHash } from "node:crypto";
import { fieldsInOrder } from "#shared/certificate/fields-in-order.ts";
import type { CertificateHashes } from "#shared/domain/certificate.ts";
import { builtInSimulator } from "../dialogues/built-in-simulator.ts";
import type { TemplateRef } from "../engines/engine.ts";
import { defaultTaskLimits } from "../evaluation/phases.ts";
import type { CertificateSetting, TaskToCertify } from "./certified-task.ts";
import { codeHashes } from "./code-hashes.ts";

const usualTimeMs = defaultTaskLimits.statement.timeMs;

/** The hashes of all that a certificate speaks of. */
export function certificateHashes(
  { task, ...known }: TaskToCertify,
  template: TemplateRef,
  setting: CertificateSetting,
): CertificateHashes {
  return {
    ...{ task: hashOf(task), knowledge: knowledgeHash(known), ...hashesOfSetting(setting) },
    database: `${template.engine} ${template.id}`,
  };
}

/** The hash of what is known about a database besides its data. */
export function knowledgeHash({ nodes, columnMeanings }: Omit<TaskToCertify, "task">): string {
  return hashOf([nodes, columnMeanings]);
}

/** The hashes of what judges a task, whichever it is. */
export function hashesOfSetting({
  profile,
  behaviour,
  timeLimitMs = usualTimeMs,
}: CertificateSetting): Pick<CertificateHashes, "profile" | "simulator" | "operators"> {
  return {
    profile: `${profile} ${behaviour}${timeLimitMs === usualTimeMs ? "" : ` ${timeLimitMs} ms`}`,
    simulator: builtInSimulator.name,
    operators: codeHashes().operators,
  };
}

/** A short hash of any JSON, whatever the order of its fields. */
export function hashOf(value: unknown): string {
  return createHash("sha256").update(fieldsInOrder(value)).digest("hex").slice(0, 16);
}
