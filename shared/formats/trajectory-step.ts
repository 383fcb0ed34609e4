import { z } from "zod";
import type { SystemAction } from "../domain/dialogue.ts";
import type { Phase } from "../domain/task.ts";

/** A call of a tool as BIRD-Interact's ADK records it; budgets are there in a-Interact alone. */
export const ToolCall = z.object({
  tool: z.string(),
  args: z.record(z.string(), z.unknown()),
  result: z.string(),
  cost: z.number().nullish(),
  budget_before: z.number().nullish(),
  budget_after: z.number().nullish(),
});
export type ToolCall = z.infer<typeof ToolCall>;

/** What a system did and what came of it, as somebody else recorded it. */
export interface TrajectoryStep {
  action: SystemAction;
  observation: string;
  /** The verdict on a submission, and the phase that was graded; null for other actions, and where grading failed. */
  verdict: { passed: boolean; phase: Phase } | null;
}

/** The step of a call, or the field of the call that is not as it should be and why. */
export function trajectoryStep(call: ToolCall): TrajectoryStep | { field: string; reason: string } {
  const action = actionOf(call);
  if ("field" in action) return action;
  if (action.kind !== "submit") return { action, observation: call.result, verdict: null };
  const verdict = verdictIn(call.result);
  if (verdict === undefined)
    return { field: "result", reason: "It does not say whether the submission passed, and in which phase." };
  return { action, observation: call.result, verdict };
}

type ArgumentNames = Readonly<Record<string, string>>;
/** The tools, the actions that they are, and how the arguments of these are called there. */
const tools: Readonly<Record<string, { kind: SystemAction["kind"]; names: ArgumentNames }>> = {
  ask_user: { kind: "ask", names: { question: "question" } },
  submit_sql: { kind: "submit", names: { sql: "sql" } },
  execute_sql: { kind: "execute", names: { sql: "sql" } },
  get_schema: { kind: "get_schema", names: {} },
  get_all_column_meanings: { kind: "get_all_column_meanings", names: {} },
  get_column_meaning: {
    kind: "get_column_meaning",
    names: { table: "table_name", column: "column_name" },
  },
  get_all_external_knowledge_names: { kind: "get_all_external_knowledge_names", names: {} },
  get_knowledge_definition: { kind: "get_knowledge_definition", names: { name: "knowledge_name" } },
  get_all_knowledge_definitions: { kind: "get_all_knowledge_definitions", names: {} },
};

function actionOf({ tool, args }: ToolCall): SystemAction | { field: string; reason: string } {
  const known = Object.hasOwn(tools, tool) ? tools[tool] : undefined;
  if (known === undefined) return { field: "tool", reason: `There is no action ${tool}.` };
  const given: Record<string, string> = {};
  for (const [name, field] of Object.entries(known.names)) {
    const value = args[field];
    if (typeof value !== "string") return { field: `args.${field}`, reason: "It is not a text." };
    given[name] = value;
  }
  const { sql = "", question = "", table = "", column = "", name = "" } = given;
  switch (known.kind) {
    case "ask":
      return { kind: "ask", question };
    case "submit":
      return { kind: "submit", sql: [sql] };
    case "execute":
      return { kind: "execute", sql };
    case "get_column_meaning":
      return { kind: "get_column_meaning", table, column };
    case "get_knowledge_definition":
      return { kind: "get_knowledge_definition", name };
    default:
      return { kind: known.kind };
  }
}

/** The verdict that the environment puts into words; null where grading failed, undefined where it says neither. */
function verdictIn(result: string): TrajectoryStep["verdict"] | undefined {
  const passed = /^Phase ([12]) correct!/.exec(result)?.[1];
  const failed = /^SQL failed Phase ([12])\./.exec(result)?.[1];
  const phase = passed ?? failed;
  if (phase !== undefined) return { passed: passed !== undefined, phase: phase === "1" ? 1 : 2 };
  return /^Error\b/.test(result) ? null : undefined;
}
