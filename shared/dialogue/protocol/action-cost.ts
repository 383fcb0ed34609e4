import type { SystemAction } from "../../domain/dialogue.ts";
import { knownFaults } from "./known-faults.ts";
import type { ProtocolState } from "./state.ts";

/** What each action costs in a-Interact (BIRD-INTERACT appendix J, table 9), in coins (B2). */
export const coins: Readonly<Record<SystemAction["kind"], number>> = {
  ask: 2,
  submit: 3,
  execute: 1,
  get_schema: 1,
  get_all_column_meanings: 1,
  get_column_meaning: 0.5,
  get_all_external_knowledge_names: 0.5,
  get_knowledge_definition: 0.5,
  get_all_knowledge_definitions: 1,
};

/** What an action costs now: coins in a-Interact; in c-Interact a turn for a question, none for SQL (B1, B2). */
export function actionCost(state: ProtocolState, action: SystemAction): number {
  if (state.settings.protocol === "a") return coins[action.kind];
  if (action.kind === "ask") return 1;
  return isFirstSql(state) && knownFaults(state.settings).lastTurnIsForSql ? 1 : 0;
}

function isFirstSql(state: ProtocolState): boolean {
  return state.phase === 1 && state.failedTries === 0;
}
