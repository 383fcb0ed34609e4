import type { WorkFigures } from "#shared/contract/work-figures.ts";
import { forecastOf } from "#shared/metrics/forecast.ts";
import type { ReadHandle } from "../store/handles.ts";
import { settingsOfProject } from "../store/settings.ts";
import {
  daysOfWork,
  itemProgress,
  newItemsByDay,
  opinionsByLabel,
  timesPerItem,
} from "../store/work-figures.ts";
import type { Workspace } from "../store/workspace.ts";
import type { CallContext } from "./call-context.ts";
import { refuseUnknownProject } from "./stored-records.ts";
import { blindItems, refuseUnlessSettles, viewerOf } from "./visibility.ts";

interface Dependencies {
  workspace: Workspace;
}

/** How the judging of a project goes on: throughput, time per item, progress, forecast, labels. */
export function createWorkFigures({ workspace }: Dependencies) {
  return {
    async ofProject({ projectId }: { projectId: number }, { actor }: CallContext): Promise<WorkFigures> {
      await refuseUnknownProject(workspace, projectId);
      return workspace.read(async (db) => {
        const viewer = await viewerOf(db, projectId, actor);
        refuseUnlessSettles(viewer);
        return figuresOf(db, projectId, [...(await blindItems(db, viewer))]);
      });
    },
  };
}

async function figuresOf(db: ReadHandle, projectId: number, blind: readonly number[]): Promise<WorkFigures> {
  const progress = await itemProgress(db, projectId, blind);
  const days = await daysOfWork(db, projectId, blind);
  const times = Map.groupBy(await timesPerItem(db, projectId, blind), ({ reviewer }) => reviewer);
  const counted = new Map(
    (await opinionsByLabel(db, projectId, blind)).map(({ label, opinions }) => [label, opinions]),
  );
  return {
    ...progress,
    days,
    people: [...Map.groupBy(days, ({ reviewer }) => reviewer)]
      .map(([reviewer, own]) => {
        const seconds = (times.get(reviewer) ?? []).map((time) => time.seconds);
        const items = own.reduce((sum, day) => sum + day.items, 0);
        return { reviewer, items, of: seconds.length, seconds: quartilesOf(seconds) };
      })
      .sort((one, other) => other.items - one.items),
    labels: (await settingsOfProject(db, projectId))["review.form"].labels.map(({ id }) => ({
      label: id,
      opinions: counted.get(id) ?? 0,
    })),
    forecast: forecastOf(await newItemsByDay(db, projectId, blind), progress.items - progress.labelled),
  };
}

/** Of sorted values; null of none. */
function quartilesOf(sorted: readonly number[]): WorkFigures["people"][number]["seconds"] {
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))];
  const [lower, median, upper] = [at(0.25), at(0.5), at(0.75)];
  return lower === undefined || median === undefined || upper === undefined ? null : { lower, median, upper };
}
