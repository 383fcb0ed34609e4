import type { TriedAmbiguity } from "#shared/certificate/necessary.ts";
import { judged, notApplicable } from "#shared/certificate/verdict.ts";
import { type EditedQuestion, editedBattery } from "#shared/dialogue/answered-battery.ts";
import { builtInAnswer } from "#shared/dialogue/simulator/built-in-answer.ts";
import type { RunningReadings } from "#shared/dialogue/systems/built-in-system.ts";
import type { SystemName } from "#shared/dialogue/systems/system-name.ts";
import type { PropertyResult } from "#shared/domain/certificate.ts";
import type { Dialogue, DialogueSettings } from "#shared/domain/dialogue.ts";
import type { Finding } from "#shared/domain/finding.ts";
import { defaultPatience } from "#shared/domain/task.ts";
import type { ProvenanceContext } from "#shared/sql/provenance/sources.ts";
import { quoted } from "#shared/text/quoted.ts";
import { builtInSimulator } from "../dialogues/built-in-simulator.ts";
import { type DialogueRun, playOnce } from "../dialogues/dialogue-job.ts";
import type { DialogueDatabase } from "../dialogues/environment.ts";
import type { OpenTask } from "./certified-task.ts";

/** Plays the built-in systems: who asks everything solves the task, who asks nothing or leaves one question out does not. */
export async function talkable(
  { context, setting: { profile, behaviour }, signal }: OpenTask,
  ambiguities: readonly TriedAmbiguity[],
  database: Pick<DialogueDatabase, "begin">,
  found: readonly Finding[],
): Promise<PropertyResult> {
  if (context.task.ambiguities.length === 0) return notApplicable("The task has no ambiguity to ask about.");
  const readings = ambiguities.map(runningReadings);
  const settings: DialogueSettings = { protocol: "c", profile, behaviour, patience: defaultPatience };
  const { dialect } = context.gold[1][0] ?? { dialect: "postgresql" as const };
  const run: DialogueRun = {
    ...{ settings, dialect, signal, modelSystem: null, findFaults: false, tried: new WeakMap() },
    simulator: builtInSimulator,
  };
  const play = (system: SystemName): Promise<Dialogue> =>
    playOnce(
      {
        prepared: { context, readings },
        asked: system,
        system,
        patience: settings.patience,
        trial: 0,
        seed: 0,
        grafted: [],
      },
      run,
      database,
    );
  const findings: Finding[] = [];
  const everything = await play({ kind: "asks-everything" });
  if (everything.end !== "solved") findings.push(notSolved(everything));
  const told = ambiguities.flatMap(({ tried }, index) => {
    const telling = tried.findIndex(({ outcome }) => outcome === "caught");
    return telling < 0 ? [] : [{ ambiguity: index, reading: runningReadings({ tried }).telling }];
  });
  if (told.length > 0 && (await play({ kind: "asks-nothing" })).end === "solved")
    findings.push(solvedAnyway({ kind: "task" }, "asks nothing"));
  for (const { ambiguity, reading } of told) {
    const { end } = await play({ kind: "asks-all-but-one", ambiguity, reading });
    if (end !== "solved") continue;
    const who = `asks about everything but ambiguity ${ambiguity + 1} (${quoted(context.task.ambiguities[ambiguity]?.term ?? "")})`;
    findings.push(solvedAnyway({ kind: "ambiguity", index: ambiguity }, who));
  }
  const asked = editedBattery(context);
  const leaking = asked.flatMap((question) => leakOf(context, question));
  return judged([...found, ...findings, ...leaking], {
    ...{ turns: everything.turns.length, budget: everything.budget.total },
    ...{ leftOut: told.length, questions: asked.length, leaks: leaking.length },
  });
}

/** The readings that can stand for themselves in what a system submits. */
function runningReadings({ tried }: Pick<TriedAmbiguity, "tried">): RunningReadings {
  const running = tried.filter(({ outcome }) => outcome !== "vacuous");
  const telling = running.findIndex(({ outcome }) => outcome === "caught");
  return { running: running.map(({ reading }) => reading), telling: Math.max(0, telling) };
}

function notSolved({ end, reason }: Dialogue): Finding {
  return {
    rule: "not-solved-by-asking",
    severity: "error",
    where: { kind: "task" },
    message: `A system that asks about every ambiguity does not solve the task (${end}): ${reason ?? "its SQL fails the tests"}. Say what is missing in the words of the clarifications.`,
  };
}

function solvedAnyway(where: Finding["where"], who: string): Finding {
  return {
    rule: "solved-without-asking",
    severity: "error",
    where,
    message: `A system that ${who} solves the task, so nobody has to ask.`,
  };
}

function leakOf(context: ProvenanceContext, { phase, question }: EditedQuestion): Finding[] {
  const { leaks } = builtInAnswer(context, phase, question, []);
  return leaks.map(({ words, of }) => ({
    rule: "simulator-leaks",
    severity: "error",
    where: { kind: "task" },
    message: `Asked ${quoted(question)}, the user gives away ${quoted(words)} (${of}), which was not asked for. Correct the words of the clarification.`,
  }));
}
