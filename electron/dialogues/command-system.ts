import type { System, SystemView } from "#shared/dialogue/systems/system.ts";
import type { SystemMessage } from "#shared/dialogue/systems/system-message.ts";
import { SystemAction } from "#shared/domain/dialogue.ts";
import { ProgramFailed, type ProgramLimits, startProgram } from "../processes/start-program.ts";

/** A line of the program takes two minutes and a mebibyte at most. */
const usualLimits: ProgramLimits = { lineMs: 120_000, lineCharacters: 2 ** 20 };

/** What a program is told of the dialogue at its beginning. */
export type OpeningMessage = Extract<SystemMessage, { type: "task" }>;
