import { z } from "zod";
import { CertificateLine } from "#shared/certificate/report/certificate-line.ts";
import { CertificateReportFile } from "#shared/certificate/report/report-json.ts";
import { BundleExport, BundleOutline, WorkReport } from "#shared/contract/bundles.ts";
import { ImportedFile, TakenBack } from "#shared/contract/imported-files.ts";
import { TaskImportEvent } from "#shared/contract/task-import.ts";
import { SystemMessage } from "#shared/dialogue/systems/system-message.ts";
import { ambiguityKinds } from "#shared/domain/ambiguity.ts";
import { CertificateVerdict, PropertyName } from "#shared/domain/certificate.ts";
import { Behaviour, DialogueEnd, DialogueSettings, Leak, SystemAction } from "#shared/domain/dialogue.ts";
import { Difference } from "#shared/domain/difference.ts";
import { EngineKind } from "#shared/domain/engine.ts";
import { Ex } from "#shared/domain/ex.ts";
import { Location, Severity } from "#shared/domain/finding.ts";
import { ImportConflict, ImportReport } from "#shared/domain/import-report.ts";
import { ProjectRole } from "#shared/domain/member.ts";
import { Project } from "#shared/domain/project.ts";
import { RunStatus } from "#shared/domain/result.ts";
import { Phase } from "#shared/domain/task.ts";
import { EvaluatorProfile } from "#shared/domain/test-script.ts";
import { DialogueLine } from "#shared/formats/dialogue-line.ts";
import { snakeCase, snakeCaseJson } from "#shared/formats/snake-case-json.ts";
import { AgreementOutput, ConsensusReport } from "./agreement-schema.ts";
import { DialogueReport } from "./dialogue-report-schema.ts";
import { MetricsOutput } from "./metrics-schema.ts";

const count = z.number().int().nonnegative();
const counts = z.record(z.string(), count);
const milliseconds = z.number().nonnegative();

const Side = z.strictObject({
  status: RunStatus,
  rows: count,
  error: z.string().optional(),
  elapsedMs: milliseconds,
});
const ExCounts = z.strictObject({ true: count, false: count, null: count });

const SuccessRate = z.strictObject({ passed: count, of: count, rate: z.number().nullable() });
const Rates = z.strictObject({
  tasks: count,
  phase1: SuccessRate,
  phase2: SuccessRate,
  aInteract: z.number().nullable(),
  cInteract: z.strictObject({ least: z.number(), most: z.number() }).nullable(),
});
const RatesByGroup = z.strictObject({ all: Rates, bi: Rates, dm: Rates });

const PhaseVerdicts = { instanceId: z.string(), phase: Phase, passed: z.boolean(), passedFixed: z.boolean() };
const unjudged = "null where the engine could not run the task: no verdict";
/** A line of querent tasks test. */
export const TestOutput = z
  .strictObject({
    ...PhaseVerdicts,
    passed: z.boolean().nullable().describe(unjudged),
    passedFixed: z.boolean().nullable().describe(unjudged),
    tests: z.array(
      z.strictObject({
        index: count.nullable().describe("Counts the phase's own tests; null is the default test."),
        passed: z.boolean(),
        message: z.string().optional(),
      }),
    ),
    error: z
      .string()
      .optional()
      .describe("Why no test ran: the answer failed, it is missing, or the database is missing."),
    elapsedMs: milliseconds,
  })
  .describe("A line of querent tasks test: one phase of one task (docs/evaluators.md).");

const BoundedRate = SuccessRate.extend({
  least: z.number().nullable().describe("Had every infrastructure failure failed."),
  most: z.number().nullable().describe("Had every infrastructure failure passed."),
});
const DialogueFigures = z.strictObject({
  phase1Passed: z.boolean(),
  phase2Passed: z.boolean(),
  reward: z.number(),
});
const DialogueRateShape = {
  dialogues: count,
  phase1: BoundedRate,
  phase2: BoundedRate,
  reward: z.number().nullable().describe("Mean reward times 100, without infrastructure failures."),
  ends: z.partialRecord(DialogueEnd, count),
  infrastructure: count,
};

const ActionName = z.enum(["AMB", "LOC", "UNA"]);
const SimulatorActionShape = {
  action: ActionName,
  ambiguity: z.strictObject({ kind: z.enum(ambiguityKinds), term: z.string() }).nullable(),
  node: z.string().nullable().describe("The stretch of the gold that answers the question (LOC)."),
  reason: z.string().nullable().describe("Why the question is not answered (UNA)."),
};

const out = z.string();

const ImportedTasks = TaskImportEvent.options[1].omit({ type: true });

/**
 * What the headless commands write, one JSON value a line, by the name that `querent schema` knows it by. Declared in the names
 * of the code; written, and shown as a JSON Schema, with the keys in snake_case.
 */
/** What a run has asked of language models. */
export const RunModelsSummary = z.strictObject({
  endpoint: z.string(),
  prompts: z
    .strictObject({ system: z.string(), simulator: z.string() })
    .describe("The beginnings of SHA-256 of the prompts."),
  asked: count.describe("Answers that a model gave now."),
  recorded: count.describe("Answers that were taken from the recording."),
  failedAttempts: count,
  waitedMs: z.number(),
  possiblyPaidTwice: count.describe("Calls that were under way when an earlier run ended."),
  spent: z
    .strictObject({ tokens: count, usd: z.number().nullable() })
    .describe(
      "By all runs of the recording; calls of unknown outcome count with the most that they can have cost.",
    ),
  isRepeatable: z.boolean().describe("Whether all answers came from the recording."),
});

const outputSchemas = {
  evaluation: z
    .strictObject({
      index: count.describe("The item's position in the input, 0-based."),
      questionId: z.union([z.number(), z.string(), z.null()]),
      dbId: z.string(),
      predicted: Side,
      gold: Side,
      ex: Ex,
      difference: Difference,
    })
    .describe("A line of querent predictions evaluate: one item."),
  "evaluation-summary": z
    .strictObject({
      out,
      workers: count,
      items: count,
      predicted: counts,
      gold: counts,
      ex: z.strictObject({ set: ExCounts, multiset: ExCounts, ordered: ExCounts, first200: ExCounts }),
      difference: counts,
      truncated: count.describe("Items whose result was cut off at the row limit or the byte limit."),
      elapsedMs: milliseconds,
    })
    .describe("What querent predictions evaluate prints at its end; docs/ex.md defines EX."),
  finding: z
    .strictObject({
      instanceId: z.string().nullable().describe("Null if the finding is about no task or about several."),
      phase: Phase.nullable(),
      rule: z.string(),
      severity: Severity,
      where: Location,
      message: z.string(),
    })
    .describe("A line of querent tasks lint and querent tasks check (docs/findings.md)."),
  "finding-summary": z
    .strictObject({ tasks: count, errors: count, warnings: count, infos: count, rules: counts })
    .describe("What querent tasks lint and querent tasks check print at their end."),
  "test-result": TestOutput,
  "test-summary": z
    .strictObject({
      out,
      engine: EngineKind,
      profile: EvaluatorProfile,
      tasks: count,
      phases: count,
      errors: count.describe("Phases on which no test ran."),
      unjudged: count.describe("Tasks without a verdict, left out of all rates."),
      shipped: RatesByGroup,
      fixed: RatesByGroup,
      differing: count,
      differ: z
        .array(z.strictObject({ ...PhaseVerdicts, reason: z.string().nullable() }))
        .describe("The first hundred of the phases whose two verdicts differ, with the reason."),
    })
    .describe("What querent tasks test prints at its end: success and reward, as shipped and fixed."),
  dialogue: DialogueLine.describe("A line of querent dialogues run (docs/dialogues.md)."),
  "dialogue-summary": z
    .strictObject({
      out,
      engine: EngineKind,
      ...DialogueSettings.shape,
      patience: z.array(count).describe("More than one in a sweep."),
      simulator: z.string(),
      models: RunModelsSummary.nullable().describe("Null where no part of the run is a language model."),
      trials: count,
      seed: count,
      databases: z
        .array(z.strictObject({ database: z.string(), tables: count, rows: count, template: z.string() }))
        .describe("What was loaded; `template` is a hash of its source."),
      leftOut: z
        .array(z.strictObject({ instanceId: z.string(), reason: z.string() }))
        .describe("Tasks that no dialogue could be played about."),
      systems: z
        .array(z.strictObject({ system: z.string(), patience: count, ...DialogueRateShape }))
        .describe("Each system under each patience."),
    })
    .describe("What querent dialogues run prints at its end (docs/dialogues.md)."),
  "grade-summary": z
    .strictObject({
      out,
      engine: EngineKind,
      profile: EvaluatorProfile,
      behaviour: Behaviour,
      before: z.strictObject(DialogueRateShape),
      after: z.strictObject(DialogueRateShape),
      leftOut: z.array(z.string()).describe("Instance ids of dialogues whose task is not in the input."),
      moved: z
        .array(
          z.strictObject({
            ...{ instanceId: z.string(), system: z.string(), seed: count, trial: count },
            ...{ before: DialogueFigures, after: DialogueFigures, why: z.string() },
          }),
        )
        .describe("Every dialogue whose figures are others than before, and why."),
    })
    .describe("What querent dialogues grade prints at its end."),
  "system-message": SystemMessage.describe(
    "A line that querent dialogues run writes to a program under test (--system command:PROGRAM).",
  ),
  "system-action": SystemAction.describe(
    "The line that a program under test answers to querent dialogues run.",
  ),
  "dialogue-report": DialogueReport,
  "simulator-answer": z
    .strictObject({
      ...{ instanceId: z.string(), phase: Phase, question: z.string() },
      ...SimulatorActionShape,
      text: z.string().describe("What the user says."),
      leaks: z.array(Leak).describe("What it gives away though it was not asked for."),
      others: z.array(z.strictObject(SimulatorActionShape)).describe("What else the question asks for."),
    })
    .describe("A line of querent dialogues ask: one question and its answer (docs/dialogues.md)."),
  "simulator-summary": z
    .strictObject({
      out,
      simulator: z.string(),
      models: RunModelsSummary.nullable().describe("Null where the simulator is no language model."),
      answers: count,
      score: z
        .strictObject({
          questions: count.describe("Those for which it is known what they are about."),
          right: count.describe("Questions whose actions are all as expected, and no others."),
          classes: z.array(
            z.strictObject({ action: ActionName, of: count, right: count, rate: z.number().nullable() }),
          ),
          confusion: z.array(z.strictObject({ expected: ActionName, given: ActionName, count })),
        })
        .nullable()
        .describe("Null where nothing says what the questions are about."),
    })
    .describe("What querent dialogues ask prints at its end: score per class and confusion matrix."),
  "replay-summary": z
    .strictObject({
      out,
      ...{ profile: EvaluatorProfile, behaviour: Behaviour, dialogues: count },
      equal: count.describe("Dialogues whose recorded figures are all confirmed."),
      differ: z
        .array(
          z.strictObject({
            instanceId: z.string(),
            turn: count.nullable().describe("Null for the whole dialogue."),
            figure: z.string(),
            recorded: z.union([z.number(), z.boolean()]),
            replayed: z.union([z.number(), z.boolean()]),
          }),
        )
        .describe("The figures that are not, the first hundred."),
    })
    .describe("What querent dialogues replay prints at its end."),
  certificate: CertificateLine.extend({
    error: z.string().optional().describe("Why the task could not be judged at all."),
  }).describe("A line of querent certify: the certificate of one task (docs/certificate.md)."),
  "certificate-report": CertificateReportFile,
  "certificate-summary": z
    .strictObject({
      out,
      ...{ engine: EngineKind, profile: EvaluatorProfile, behaviour: Behaviour, tasks: count },
      verdicts: z.record(CertificateVerdict, count),
      properties: z.record(PropertyName, z.strictObject({ true: count, false: count, null: count })),
      mutants: counts,
      byClass: counts,
      score: z.number().nullable(),
    })
    .describe("What querent certify prints at its end."),
  "predictions-import": z
    .strictObject({
      project: Project.nullable().describe("Null under --dry-run."),
      items: count.describe("Items that are new to the project."),
      matched: count.describe("Items that were there already."),
      leftOut: count,
      verdicts: count,
      consensus: count,
      unchanged: count.describe("Verdicts and consensus labels that were there already, the same."),
      conflictCounts: ImportReport.shape.conflictCounts,
      conflicts: z.array(z.strictObject(ImportConflict.shape)).describe("The first 200."),
      notices: z.array(z.string()),
    })
    .describe("What querent predictions import prints."),
  "tasks-import": z.strictObject(ImportedTasks.shape).describe("What querent tasks import prints."),
  agreement: AgreementOutput,
  "agreement-summary": z
    .strictObject({ out, nItems: count, nDouble: count, people: z.array(z.string()), warnings: count })
    .describe("What querent agreement prints at its end."),
  metrics: MetricsOutput,
  "metrics-summary": z
    .strictObject({ out, nItems: count, nLabelled: count, metrics: count, judges: count })
    .describe("What querent metrics prints at its end."),
  "consensus-report": ConsensusReport,
  consensus: ConsensusReport.omit({ unresolved: true })
    .extend({ out, report: z.string(), nUnresolved: count })
    .describe("What querent consensus prints at its end."),
  "verdicts-export": z
    .strictObject({ out, items: count, leftOut: count, losses: z.array(z.string()) })
    .describe("What querent verdicts export prints."),
  "bundles-export": z
    .strictObject({ out, ...BundleExport.omit({ fileName: true }).shape })
    .describe("What querent bundles export prints."),
  "bundles-import": z
    .strictObject({
      isDone: z.boolean(),
      project: z
        .string()
        .nullable()
        .describe("null: with --dry-run, of a bundle that would be a new project."),
      outline: BundleOutline.describe("What the file is."),
      report: z
        .strictObject(WorkReport.shape)
        .nullable()
        .describe("null: with --dry-run, of a bundle to open."),
    })
    .describe("What querent bundles import prints: what it came to, or would come to."),
  "tasks-export": z
    .strictObject({
      out,
      tasks: count,
      losses: z.array(z.strictObject({ kind: z.string(), what: z.string(), tasks: count })),
    })
    .describe("What querent tasks export prints."),
  project: z
    .strictObject({ id: count, name: z.string(), items: count, tasks: count, verdicts: count })
    .describe("A line of querent projects list."),
  "imported-file": z.strictObject(ImportedFile.shape).describe("A line of querent projects files."),
  "take-back": z
    .strictObject({ fileId: count, fileName: z.string(), isDone: z.boolean(), ...TakenBack.shape })
    .describe("What querent projects take-back prints: what it came to, or would come to."),
  "project-changed": z
    .strictObject({ id: count, name: z.string(), formerName: z.string(), isDeleted: z.boolean() })
    .describe("What querent projects rename and projects delete print."),
  "team-host": z
    .strictObject({
      url: z.string().describe("What people write to reach it."),
      listen: z.string(),
      https: z.boolean(),
      workspace: z.string(),
    })
    .describe("What querent serve prints once people can sign in."),
  "sign-in-link": z
    .strictObject({
      name: z.string(),
      roles: z.array(ProjectRole),
      link: z.string(),
      expiresAt: z.string(),
    })
    .describe("What querent people invite prints: an address that signs the person in, once."),
  member: z
    .strictObject({
      name: z.string(),
      roles: z.array(ProjectRole),
      link: z.enum(["open", "spent", "expired", "revoked"]).nullable(),
      sessions: count.describe("Browsers that are signed in."),
      lastSeenAt: z.string().nullable(),
    })
    .describe("A line of querent people list, and what people remove prints."),
};

export type OutputName = keyof typeof outputSchemas;
export type OutputValue<Name extends OutputName> = z.input<(typeof outputSchemas)[Name]>;

export const outputNames = Object.keys(outputSchemas) as OutputName[];

/** An output as its one line of JSON. Throws where the value is not as its schema says: that is a defect. */
export function outputText<Name extends OutputName>(name: Name, value: OutputValue<Name>): string {
  const schema: z.ZodType = outputSchemas[name];
  return snakeCaseJson(schema, value);
}

/** The JSON Schema of an output. */
export function outputJsonSchema(name: OutputName): object {
  return z.toJSONSchema(outputSchemas[name], {
    override({ jsonSchema }) {
      if (jsonSchema.properties)
        jsonSchema.properties = Object.fromEntries(
          Object.entries(jsonSchema.properties).map(([key, schema]) => [snakeCase(key), schema]),
        );
      if (jsonSchema.required) jsonSchema.required = jsonSchema.required.map(snakeCase);
    },
  });
}
