import { createHash } from "node:crypto";
import type { CertificateHashes } from "#shared/domain/certificate.ts";
import { mutationOperators } from "#shared/sql/mutate/registry.ts";
import { builtInSimulator } from "../dialogues/built-in-simulator.ts";
import type { TemplateRef } from "../engines/engine.ts";
import type { CertificateSetting, TaskToCertify } from "./certified-task.ts";

/** Part of the operators' hash: a change of what one of them makes voids certificates. */
const operatorsVersion = 1;

/** The hashes of all that a certificate speaks of. */
export function certificateHashes(
  { task, nodes, columnMeanings }: TaskToCertify,
  template: TemplateRef,
  setting: CertificateSetting,
): CertificateHashes {
  return {
    task: hashOf(task),
    database: `${template.engine} ${template.id}`,
    knowledge: hashOf([nodes, columnMeanings]),
    profile: `${setting.profile} ${setting.behaviour}`,
    simulator: builtInSimulator.name,
    operators: hashOf([operatorsVersion, mutationOperators.map(({ id }) => id)]),
  };
}

function hashOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16);
}
