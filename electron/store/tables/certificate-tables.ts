import type { Generated } from "kysely";
import type { PersonalException } from "#shared/certificate/let-pass.ts";
import type { Certificate, CertificateVerdict } from "#shared/domain/certificate.ts";
import type { Flag, JsonText } from "./column-types.ts";

interface CertificateTable {
  task_id: number;
  revision: number;
  at: string;
  hashes: JsonText<Certificate["hashes"]>;
  source: string | null;
  properties: JsonText<Certificate["properties"]>;
  counts: JsonText<Certificate["counts"]>;
  mutants: JsonText<Certificate["mutants"]>;
}

interface CertificateOutcomesTable {
  task_id: number;
  outcomes: JsonText<Record<string, unknown>>;
}

interface CertificateVerdictTable {
  seq: Generated<number>;
  task_id: number;
  revision: number;
  at: string;
  verdict: CertificateVerdict;
}

interface CertificateExceptionTable {
  task_id: number;
  property: PersonalException["property"];
  rule: string;
  location: string;
  about: string;
  reason: string;
  name: string;
  at: string;
  import_id: string | null;
  withdrawn: Generated<Flag>;
}

interface IgnoredMutantTable {
  task_id: number;
  mutant: string;
  gold: string;
  reason: string;
  name: string;
  at: string;
  import_id: string | null;
  withdrawn: Generated<Flag>;
}

/** Certificates of tasks, and what persons let pass in them. */
export interface CertificateTables {
  certificate: CertificateTable;
  certificate_outcomes: CertificateOutcomesTable;
  certificate_verdict: CertificateVerdictTable;
  certificate_exception: CertificateExceptionTable;
  ignored_mutant: IgnoredMutantTable;
}
