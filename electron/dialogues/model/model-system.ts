import type { System, SystemView } from "#shared/dialogue/systems/system.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import type { ChatMessage } from "./chat-request.ts";
import type { LanguageModel } from "./model-calls.ts";
import type { Prompts } from "./prompts.ts";
import { CalledAction, systemTools } from "./system-tools.ts";

/** An action takes no more tokens, a model's thoughts included. */
const maxTokens = 8192;

/** What a model knows before its first turn; `given` in c-Interact alone. */
interface Briefing {
  dialect: SqlDialect;
  given: { schema: string; columnMeanings: string; knowledge: string } | null;
}

/**
 * A language model as a system under test: the actions of the protocol are its tools, the turns so far its conversation.
 * What its endpoint fails by is an `InfrastructureFailure`, never an action.
 */
export function createModelSystem(parts: {
  model: LanguageModel;
  prompts: Prompts;
  seed: number;
  briefing(): Promise<Briefing>;
}): System {
  const { model, prompts, seed } = parts;
  let opening: [ChatMessage, ChatMessage] | null = null;
  return {
    async next(view) {
      opening ??= [
        { role: "system", text: systemText(prompts, view, await parts.briefing()) },
        { role: "user", text: view.question },
      ];
      const messages = withBudget([...opening, ...view.turns.flatMap(turnMessages)], view);
      const form = { kind: "tools" as const, tools: systemTools(view.protocol) };
      return model.ask({ messages, form, seed, maxTokens }, CalledAction);
    },
    close: async () => {},
  };
}

function systemText(prompts: Prompts, { protocol }: SystemView, { dialect, given }: Briefing): string {
  const name = dialect === "sqlite" ? "SQLite" : "PostgreSQL";
  if (protocol === "c")
    return prompts.fill("system-c", {
      dialect: name,
      schema: given?.schema ?? "",
      column_meanings: given?.columnMeanings ?? "",
      knowledge: given?.knowledge ?? "",
    });
  const actions = systemTools("a").map((tool) => `- \`${tool.name}\`: ${tool.description}`);
  return prompts.fill("system-a", { dialect: name, actions: actions.join("\n") });
}

function turnMessages({ action, observation }: SystemView["turns"][number], index: number): ChatMessage[] {
  const { kind: name, ...given } = action;
  const id = `turn_${index + 1}`;
  return [
    { role: "call", id, name, arguments: given },
    { role: "result", id, text: observation },
  ];
}

/** What is left stands at the very end: all before it stays as it was a turn ago, as endpoints that remember a beginning like it. */
function withBudget(messages: readonly ChatMessage[], view: SystemView): ChatMessage[] {
  const { protocol, phase, budgetLeft } = view;
  if (protocol === "c" && phase === 2) return [...messages];
  const left = protocol === "a" ? `Coins left: ${budgetLeft}.` : `Questions left: ${budgetLeft}.`;
  return messages.map((message, index) =>
    index < messages.length - 1 || message.role === "call"
      ? message
      : { ...message, text: `${message.text}\n\n(${left})` },
  );
}
