import { z } from "zod";
import type { InputProblem } from "../contract/errors.ts";
import type { Protocol } from "../domain/dialogue.ts";
import { BadInput, problemLimit } from "./bad-input.ts";
import { jsonValue } from "./json-text.ts";
import { shapeReason } from "./shape-reason.ts";
import { ToolCall, type TrajectoryStep, trajectoryStep } from "./trajectory-step.ts";

/** A dialogue that somebody else played and published: what was done, what came of it, and the figures they gave. */
export interface Trajectory {
  instanceId: string;
  protocol: Protocol;
  hasFollowUp: boolean;
  /** The turns or coins that the system was given, as it was told them; null where nothing says so. */
  budget: number | null;
  steps: TrajectoryStep[];
  recorded: RecordedFigures;
}

/** What a trajectory says of itself; a replay computes all of it anew. Lists have an entry for each step. */
export interface RecordedFigures {
  phase1Passed: boolean;
  phase2Passed: boolean;
  reward: number;
  costs: (number | null)[];
  budgetsBefore: (number | null)[];
  budgetsAfter: (number | null)[];
  budgetUsed: number | null;
  budgetLeft: number | null;
}

/** The trajectories of a file, and who played: names of models as the file gives them, null where it does not. */
export interface TrajectoryFile {
  system: string | null;
  simulator: string | null;
  trajectories: Trajectory[];
}

const Sample = z.object({
  instance_id: z.string().min(1),
  has_follow_up: z.boolean(),
  phase1_passed: z.boolean(),
  phase2_passed: z.boolean(),
  total_reward: z.number(),
  budget_used: z.number().nullish(),
  budget_remaining: z.number().nullish(),
  tool_trajectory: z.array(ToolCall),
  adk_events: z.array(z.object({ message: z.string().nullish() })).nullish(),
});
type Sample = z.infer<typeof Sample>;

const Header = z.object({
  mode: z.enum(["c-interact", "a-interact"]).nullish(),
  model: z.string().nullish(),
  user_sim: z.string().nullish(),
  prompt_version: z.string().nullish(),
});

/**
 * Reads trajectories as BIRD-Interact publishes them (`samples`) and as its ADK writes them (`results`), or a bare list of
 * them. Pure. A file with any defect is refused whole: throws `BadInput` with the sample as row, its field, and up to 100
 * problems.
 */
export function readTrajectories(text: string, file: string): TrajectoryFile {
  const { header, samples } = partsOf(text, file);
  const problems: InputProblem[] = [];
  const trajectories: Trajectory[] = [];
  for (const [index, sample] of samples.entries()) {
    const read = readSample(sample, header.mode ?? null);
    if ("trajectory" in read) trajectories.push(read.trajectory);
    else problems.push(...read.problems.map((problem) => ({ file, row: index + 1, ...problem, fix })));
    if (problems.length >= problemLimit) break;
  }
  if (problems.length > 0) throw new BadInput(problems.slice(0, problemLimit));
  const { model, user_sim: user, prompt_version: prompts } = header;
  const simulator = user == null ? null : prompts == null ? user : `${user}, prompts ${prompts}`;
  return { system: model ?? null, simulator, trajectories };
}

const fix = "Write it as BIRD-Interact's ADK does, or leave the sample out.";
const wholeFix = 'Write an object with a list "samples" or "results", or a list of samples.';

function partsOf(text: string, file: string): { header: z.infer<typeof Header>; samples: unknown[] } {
  const refuse = (field: string | null, reason: string) =>
    new BadInput([{ file, row: null, field, reason, fix: wholeFix }]);
  let value: unknown;
  try {
    value = jsonValue(text);
  } catch {
    throw refuse(null, "The file is not JSON.");
  }
  if (Array.isArray(value)) return { header: {}, samples: value };
  const header = Header.safeParse(value);
  if (!header.success)
    throw refuse(header.error.issues[0]?.path.join(".") || null, shapeReason(header.error.issues[0]));
  const { samples, results } = value as Record<string, unknown>;
  const list = samples ?? results;
  if (!Array.isArray(list)) throw refuse("samples", "The file has no list of samples.");
  return { header: header.data, samples: list };
}

type SampleProblem = Pick<InputProblem, "field" | "reason">;

function readSample(
  value: unknown,
  mode: "c-interact" | "a-interact" | null,
): { trajectory: Trajectory } | { problems: SampleProblem[] } {
  const parsed = Sample.safeParse(value);
  if (!parsed.success)
    return {
      problems: parsed.error.issues.map((issue) => ({
        field: issue.path.join(".") || null,
        reason: shapeReason(issue),
      })),
    };
  const sample = parsed.data;
  const steps = sample.tool_trajectory.map(trajectoryStep);
  const problems = steps.flatMap((step, index) =>
    "reason" in step ? [{ field: `tool_trajectory.${index}.${step.field}`, reason: step.reason }] : [],
  );
  if (problems.length > 0) return { problems };
  const trajectory = {
    instanceId: sample.instance_id,
    protocol: protocolOf(sample, mode),
    hasFollowUp: sample.has_follow_up,
    budget: budgetTold(sample),
    steps: steps.filter((step) => "action" in step),
    recorded: recordedFigures(sample),
  };
  return { trajectory };
}

/** Coins are spent in a-Interact alone. */
function protocolOf({ tool_trajectory: calls }: Sample, mode: string | null): Protocol {
  if (mode !== null) return mode === "c-interact" ? "c" : "a";
  return calls.some(({ budget_before: before }) => before != null) ? "a" : "c";
}

/** "You have 6 clarification turns", "You have a budget of 18.0 bird-coins": in the first message to the system. */
function budgetTold({ adk_events: events }: Sample): number | null {
  const told = /You have (?:a budget of )?(\d+(?:\.\d+)?) (?:clarification turns|bird-coins)/.exec(
    events?.[0]?.message ?? "",
  )?.[1];
  return told === undefined ? null : Number(told);
}

function recordedFigures(sample: Sample): RecordedFigures {
  const calls = sample.tool_trajectory;
  return {
    phase1Passed: sample.phase1_passed,
    phase2Passed: sample.phase2_passed,
    reward: sample.total_reward,
    costs: calls.map(({ cost }) => cost ?? null),
    budgetsBefore: calls.map(({ budget_before: before }) => before ?? null),
    budgetsAfter: calls.map(({ budget_after: after }) => after ?? null),
    budgetUsed: sample.budget_used ?? null,
    budgetLeft: sample.budget_remaining ?? null,
  };
}
