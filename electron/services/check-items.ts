import type { Change } from "#shared/contract/changes.ts";
import type { CheckItem, OwnChecks, PersonChecks } from "#shared/contract/check-items.ts";
import { type CheckKind, type CheckScore, hasPassed, neededRight } from "#shared/domain/check-item.ts";
import { foreignParts } from "#shared/domain/judgement-defects.ts";
import { emptyJudgement } from "#shared/domain/verdict.ts";
import type { ProjectSettings } from "#shared/settings/settings-table.ts";
import {
  type CheckAnswers,
  checkAnswers,
  checkItemsOf,
  checkTotals,
  clearAttention,
  putCheckItem,
} from "../store/check-items.ts";
import type { ReadHandle } from "../store/handles.ts";
import { runnableItem } from "../store/items.ts";
import { reviewerName } from "../store/people.ts";
import { settingsOfProject } from "../store/settings.ts";
import type { Workspace } from "../store/workspace.ts";
import type { CallContext } from "./call-context.ts";
import { fieldFault } from "./fault.ts";
import { refuseUnknownProject, unknownItem } from "./stored-records.ts";

interface Dependencies {
  workspace: Workspace;
  now(): Date;
  publish(change: Change): void;
}

interface CheckChange {
  itemId: number;
  kind: CheckKind | null;
  expected: string;
}

/** Items with known answers: chosen for a project, judged as any other, scored by the first label that a reviewer gives. */
export function createCheckItemsService({ workspace, now, publish }: Dependencies) {
  return {
    list: async ({ projectId }: { projectId: number }): Promise<CheckItem[]> => {
      await refuseUnknownProject(workspace, projectId);
      return workspace.read((db) => checkItemsOf(db, projectId));
    },

    async set({ itemId, kind, expected }: CheckChange): Promise<void> {
      const projectId = await workspace.write(async (db) => {
        const item = await runnableItem(db, itemId);
        if (item === null) throw unknownItem(itemId);
        if (kind !== null) await refuseForeign(db, item.projectId, expected);
        await putCheckItem(db, item.projectId, itemId, kind, expected);
        return item.projectId;
      });
      publish({ type: "check-items", projectId });
    },

    own: async ({ projectId }: { projectId: number }, { actor }: CallContext): Promise<OwnChecks> => {
      await refuseUnknownProject(workspace, projectId);
      return workspace.read(async (db) => ownChecks(db, projectId, await reviewerName(db, actor)));
    },

    people: async ({ projectId }: { projectId: number }): Promise<PersonChecks[]> => {
      await refuseUnknownProject(workspace, projectId);
      return workspace.read((db) => peopleChecks(db, projectId));
    },

    async clear(
      { projectId, reviewer }: { projectId: number; reviewer: string },
      { actor }: CallContext,
    ): Promise<void> {
      await refuseUnknownProject(workspace, projectId);
      await workspace.write(async (db) =>
        clearAttention(db, projectId, {
          reviewer,
          by: await reviewerName(db, actor),
          at: now().toISOString(),
        }),
      );
      publish({ type: "check-items", projectId });
    },
  };
}

/** Throws where a reviewer has to wait until somebody has looked at the attention items that they got wrong. */
export async function refuseStopped(
  db: ReadHandle,
  projectId: number,
  reviewer: string,
  settings: ProjectSettings | null = null,
): Promise<void> {
  const { "review.failedAttention": failed } = settings ?? (await settingsOfProject(db, projectId));
  if (failed !== "stop") return;
  if ((await failedAttention(db, projectId, reviewer)) === 0) return;
  const reason = "Your verdicts are on hold: some of the latest differ from known answers.";
  const fix = "Ask whoever leads the project to look at them.";
  throw fieldFault({ field: "label", reason, fix });
}

async function refuseForeign(db: ReadHandle, projectId: number, expected: string): Promise<void> {
  const form = (await settingsOfProject(db, projectId))["review.form"];
  const [defect] = foreignParts(form, { ...emptyJudgement, label: expected });
  if (defect === undefined) return;
  const { reason, fix } = defect;
  throw fieldFault({ field: "expected", reason, fix });
}

async function ownChecks(db: ReadHandle, projectId: number, reviewer: string): Promise<OwnChecks> {
  const settings = await settingsOfProject(db, projectId);
  const passMark = settings["review.passMark"];
  const score = scoreOf(
    (await checkTotals(db, projectId)).qualification,
    (await checkAnswers(db, projectId, reviewer)).find(({ kind }) => kind === "qualification"),
  );
  const passed = hasPassed(score, passMark);
  return {
    qualification: {
      ...score,
      // Who knew it earlier would know the answers of single items.
      right: passed === null ? 0 : score.right,
      needed: neededRight(score.total, passMark),
      passed,
    },
    attention:
      (await failedAttention(db, projectId, reviewer)) === 0 ? "nothing" : settings["review.failedAttention"],
  };
}

async function peopleChecks(db: ReadHandle, projectId: number): Promise<PersonChecks[]> {
  const passMark = (await settingsOfProject(db, projectId))["review.passMark"];
  const totals = await checkTotals(db, projectId);
  const people = Map.groupBy(await checkAnswers(db, projectId, null), ({ reviewer }) => reviewer);
  return [...people].map(([reviewer, answers]) => {
    const of = (kind: CheckKind) => answers.find((one) => one.kind === kind);
    const qualification = scoreOf(totals.qualification, of("qualification"));
    return {
      ...{ reviewer, qualification, passed: hasPassed(qualification, passMark) },
      attention: scoreOf(totals.attention, of("attention")),
      failed: of("attention")?.open ?? 0,
    };
  });
}

const scoreOf = (total: number, answers: CheckAnswers | undefined): CheckScore => ({
  ...{ total, judged: answers?.judged ?? 0, right: answers?.right ?? 0 },
});

const failedAttention = async (db: ReadHandle, projectId: number, reviewer: string): Promise<number> =>
  (await checkAnswers(db, projectId, reviewer)).find(({ kind }) => kind === "attention")?.open ?? 0;
