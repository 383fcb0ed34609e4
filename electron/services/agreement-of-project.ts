import type {
  AgreementDetails,
  AgreementStage,
  ProjectAgreement,
} from "#shared/contract/agreement-figures.ts";
import { exCell } from "#shared/domain/agreement.ts";
import { agreementAlerts } from "#shared/metrics/agreement/agreement-alerts.ts";
import type { PairAgreement } from "#shared/metrics/agreement/agreement-report.ts";
import { isoWeek } from "#shared/metrics/agreement/iso-week.ts";
import {
  type GroupAgreement,
  OpinionTally,
  pooledOfShared,
  type TalliedItem,
} from "#shared/metrics/agreement/opinion-tally.ts";
import type { RatingPattern } from "#shared/metrics/agreement/rating-pattern.ts";
import type { ReadHandle } from "../store/handles.ts";
import { countItems, type OpinionCount, type OpinionStage, opinionCounts } from "../store/opinion-counts.ts";
import { type GroupedItem, groupedItems, type OpinionRow, opinionRows } from "../store/opinions.ts";
import { settingsOfProject } from "../store/settings.ts";
import type { Workspace } from "../store/workspace.ts";

/** So many items are counted or read at once; in between others get their turn. */
const itemsAtOnce = 1000;

/** Counts every item whose opinions have changed since it was counted, a part at a time. */
export async function countOpinions(
  workspace: Workspace,
  projectId: number,
  signal?: AbortSignal,
): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    if ((await workspace.write((db) => countItems(db, projectId, 3 * itemsAtOnce))) < 3 * itemsAtOnce) return;
    await othersTurn();
  }
}

/** The figures of a project from its stored counts: independent agreement, and agreement after discussion; without the items `blind` to who asks. */
export async function projectAgreement(
  db: ReadHandle,
  projectId: number,
  seed: number,
  blind: ReadonlySet<number> = new Set(),
): Promise<ProjectAgreement> {
  const { "review.form": form, ...settings } = await settingsOfProject(db, projectId);
  const labels = form.labels.map(({ id }) => id);
  const stage = async (name: OpinionStage) =>
    stageOf(await opinionCounts(db, projectId, name, blind), labels, seed);
  const independent = await stage("independent");
  const rule = { figure: settings["agreement.alertFigure"], below: settings["agreement.alertBelow"] / 100 };
  return {
    labels,
    independent,
    discussed: await stage("discussed"),
    alerts: agreementAlerts([{ by: null, group: "", figures: independent.figures }], rule),
  };
}

function stageOf(counts: readonly OpinionCount[], labels: readonly string[], seed: number): AgreementStage {
  const patterns = (own: readonly OpinionCount[]): RatingPattern[] =>
    own.map(({ labels: counted, items }) => ({
      ratings: labels.map((label) => counted[label] ?? 0),
      units: items,
    }));
  const clusters = [...Map.groupBy(counts, ({ dbId }) => dbId).values()].map(patterns);
  const total = (of: (count: OpinionCount) => number) =>
    counts.reduce((sum, count) => sum + count.items * of(count), 0);
  const opinions = (count: OpinionCount) =>
    labels.reduce((sum, label) => sum + (count.labels[label] ?? 0), 0);
  return {
    nItems: total((count) => Number(opinions(count) > 0)),
    nOpinions: total(opinions),
    nSkipped: total(({ skipped }) => skipped),
    nSeen: total(({ seen }) => seen),
    byLabel: labels.map((label) => ({ label, opinions: total((count) => count.labels[label] ?? 0) })),
    figures: pooledOfShared(clusters, labels, seed),
  };
}

interface DetailsWanted {
  projectId: number;
  stage: OpinionStage;
  seed: number;
  /** Items that are left out: who asks has yet to judge them. */
  blind?: ReadonlySet<number>;
  signal: AbortSignal;
  progress(done: number, total: number): void;
}

/** Every pair and every group of a project with its figures; reads the opinions, and gives others their turn all the while. */
export async function agreementDetails(
  workspace: Workspace,
  { projectId, stage, seed, blind = new Set(), signal, progress }: DetailsWanted,
): Promise<Omit<AgreementDetails, "at" | "isCurrent">> {
  const { settings, tally } = await workspace.read(async (db) => {
    const settings = await settingsOfProject(db, projectId);
    const tally = new OpinionTally(settings["review.form"].labels.map(({ id }) => id));
    const weekOf = weeksOfDays();
    for (let behind = 0; ; ) {
      signal.throwIfAborted();
      const items = await groupedItems(db, projectId, { behind, most: itemsAtOnce });
      if (items.length === 0) return { settings, tally };
      const opinions = Map.groupBy(
        await opinionRows(
          db,
          items.map(({ itemId }) => itemId),
        ),
        ({ itemId }) => itemId,
      );
      for (const item of items.filter(({ itemId }) => !blind.has(itemId)))
        tally.add(talliedItem(item, opinions.get(item.itemId) ?? [], { stage, weekOf }));
      behind = items.at(-1)?.itemId ?? behind;
      await othersTurn();
    }
  });
  const pairs: PairAgreement[] = [];
  const groups: GroupAgreement[] = [];
  for (const result of tally.results(seed)) {
    signal.throwIfAborted();
    if ("people" in result) pairs.push(result);
    else groups.push(result);
    progress(pairs.length + groups.length, tally.size);
    await othersTurn();
  }
  const rule = { figure: settings["agreement.alertFigure"], below: settings["agreement.alertBelow"] / 100 };
  return { stage, pairs, groups, alerts: agreementAlerts(groups, rule) };
}

/** The week of a time; each day is worked out once. */
function weeksOfDays(): (at: string) => string {
  const weeks = new Map<string, string>();
  return (at) => {
    const day = at.slice(0, 10);
    const week = weeks.get(day) ?? isoWeek(at);
    weeks.set(day, week);
    return week;
  };
}

function talliedItem(
  item: GroupedItem,
  opinions: readonly OpinionRow[],
  { stage, weekOf }: { stage: OpinionStage; weekOf(at: string): string },
): TalliedItem {
  const counted = opinions.flatMap((row) => {
    const at = stage === "discussed" ? row : row.independent;
    return at === null || at.label === null
      ? []
      : [{ person: row.reviewer, label: at.label, week: weekOf(at.savedAt) }];
  });
  return {
    dbId: item.dbId,
    difficulty: item.difficulty,
    ex: exCell({ set: isTrue(item.exSet), multiset: isTrue(item.exMultiset) }),
    opinions: counted,
  };
}

const isTrue = (flag: number | null): boolean | null => (flag === null ? null : flag === 1);

const othersTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
