import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { earlierVerdicts } from "../../electron/store/earlier-verdicts.ts";
import { saveEvaluation } from "../../electron/store/evaluations.ts";
import type { ReadHandle } from "../../electron/store/handles.ts";
import { damageOf, importInThread, importThreadEntry } from "../../electron/store/import-in-thread.ts";
import { queueCounts, queueIds, queueRows } from "../../electron/store/queue.ts";
import { appendEvent } from "../../electron/store/verdict-events.ts";
import { putVerdict } from "../../electron/store/verdicts.ts";
import { openWorkspace, type Workspace } from "../../electron/store/workspace.ts";
import type { QueueFilter } from "../../shared/contract/queue.ts";
import { differenceKinds } from "../../shared/domain/difference.ts";
import { defaultChoices } from "../../shared/domain/import-report.ts";
import type { RunSummary } from "../../shared/domain/result.ts";
import { emptyJudgement } from "../../shared/domain/verdict.ts";
import { plainSql } from "../support/plain-sql.ts";

/**
 * One figure of the store bench: what was done, and its time in milliseconds (medians where it was done several times).
 * `cpuMilliseconds` is this process's processor time, which a busy machine does not stretch as it does the time.
 */
export interface StoreFigure {
  what: string;
  milliseconds: number;
  cpuMilliseconds: number;
}

/**
 * Measures a workspace of `items` items, half of them judged and all evaluated: import, ids with each filter, counts,
 * rows, a save. `megabytes` is how much the process grew over the import, its thread included.
 */
export async function benchStore(items = 100_000): Promise<{ figures: StoreFigure[]; megabytes: number }> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "querent-bench-"));
  const workspace = openWorkspace(path.join(folder, "work.querent"));
  try {
    const file = path.join(folder, "predictions.json");
    writeFileSync(file, JSON.stringify(Array.from({ length: items }, (_, n) => prediction(n))));
    const imported = await measuredImport(workspace, file, folder);
    await judgeAndEvaluate(workspace);
    return {
      figures: [
        { what: `import of ${items} items`, ...imported.took },
        ...(await queryFigures(workspace)),
        await saveFigure(workspace),
        { what: "all of it read against its checksums", ...(await timed(() => damageOfAll(workspace))) },
      ],
      megabytes: imported.megabytes,
    };
  } finally {
    await workspace.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function prediction(n: number) {
  return {
    question_id: n,
    db_id: `db_${n % 20}`,
    question: `What is the average tonnage of the ships that called at berth ${n} in the year before?`,
    evidence: n % 3 === 0 ? "tonnage refers to gross_tonnage" : "",
    predicted_sql: `SELECT avg(s.gross_tonnage) FROM ship AS s JOIN call AS c ON c.ship_id = s.id WHERE c.berth = ${n} AND c.year = 2025`,
    gold_sql: `SELECT AVG(T1.gross_tonnage) FROM ship AS T1 INNER JOIN call AS T2 ON T2.ship_id = T1.id WHERE T2.berth = ${n} AND T2.year = strftime('%Y', 'now') - 1`,
    system: `system_${n % 3}`,
    difficulty: "medium",
  };
}

const damageOfAll = ({ path: file }: Workspace) =>
  damageOf(file, { entry: importThreadEntry, signal: new AbortController().signal });

async function measuredImport(workspace: Workspace, file: string, databasesDir: string) {
  const before = process.memoryUsage.rss();
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 20);
  const took = await timed(() =>
    importInThread(
      workspace.path,
      {
        files: [{ path: file, labels: { as: "left-out" } }],
        choices: defaultChoices,
        projectName: "bench",
        databasesDir,
        account: "anna",
        at: "2026-01-01T00:00:00Z",
      },
      { entry: importThreadEntry, onProgress: () => undefined },
    ),
  );
  clearInterval(watch);
  return { took, megabytes: Math.round((most - before) / 2 ** 20) };
}

async function judgeAndEvaluate(workspace: Workspace): Promise<void> {
  const at = "2026-01-01T00:00:00.000Z";
  const side: RunSummary = {
    status: "ok",
    columns: [],
    rowCount: 1,
    truncated: false,
    elapsedMs: 1,
    error: null,
  };
  await workspace.write(async (db) => {
    const ids = await db.values(plainSql<{ id: number }>("SELECT id FROM item ORDER BY id"));
    for (const itemId of ids) {
      const set = itemId % 3 === 0;
      await saveEvaluation(
        db,
        1,
        itemId,
        {
          predicted: side,
          gold: side,
          ex: { set, multiset: set, ordered: null, first200: set },
          difference: { kind: differenceKinds[itemId % differenceKinds.length] ?? "different", detail: {} },
        },
        at,
      );
      if (itemId % 2 === 0) continue;
      const judgement = {
        ...emptyJudgement,
        label: set ? ("yes" as const) : ("no" as const),
        diagnoses: itemId % 7 === 0 ? ["GoldX" as const] : [],
        note: set ? "" : `The year is wrong in ${itemId}.`,
      };
      const event = { projectId: 1, itemId, reviewer: "anna", revision: 1, at, judgement };
      await appendEvent(db, { ...event, saveId: null, actor: "anna", action: "save", reverts: null });
      await putVerdict(db, 1, { ...judgement, itemId, reviewer: "anna", revision: 1, savedAt: at });
    }
  });
}

const filters: Record<string, QueueFilter> = {
  none: {},
  database: { dbId: "db_3" },
  system: { system: "system_1" },
  unlabelled: { label: "unlabelled" },
  "label no": { label: "no" },
  diagnosis: { diagnosis: "GoldX" },
  "EX sets differ": { ex: { kind: "set", equal: false } },
  "difference kind": { difference: "rounding" },
  "text found everywhere": { text: "tonnage" },
  "text found nowhere": { text: "zeppelin" },
  "text found once": { text: "berth 77777 in" },
  "all at once": { dbId: "db_3", label: "no", ex: { kind: "set", equal: false }, text: "year is wrong" },
};

async function queryFigures(workspace: Workspace): Promise<StoreFigure[]> {
  const ids = (await workspace.read((db) => queueIds(db, 1, "anna", {}))).slice(50_000, 50_500);
  const queries: [string, (db: ReadHandle) => Promise<unknown>][] = [
    ...Object.entries(filters).map(([name, filter]): [string, (db: ReadHandle) => Promise<unknown>] => [
      `ids, filter: ${name}`,
      (db) => queueIds(db, 1, "anna", filter),
    ]),
    ["counts", (db) => queueCounts(db, 1, "anna")],
    ["500 rows", (db) => queueRows(db, 1, "anna", ids)],
    ["earlier verdicts on related items", (db) => earlierVerdicts(db, ids[0] ?? 0, "anna", "sqlite")],
  ];
  const figures: StoreFigure[] = [];
  for (const [what, query] of queries)
    figures.push({ what, ...(await median(9, () => workspace.read(query))) });
  return figures;
}

async function saveFigure(workspace: Workspace): Promise<StoreFigure> {
  let itemId = 0;
  const took = await median(50, () => {
    itemId += 2;
    return workspace.write((db) =>
      putVerdict(db, 1, {
        ...emptyJudgement,
        label: "yes",
        itemId,
        reviewer: "anna",
        revision: 1,
        savedAt: "2026-01-01T00:00:00.000Z",
      }),
    );
  });
  return { what: "a save, flushed to the disk", ...took };
}

type Took = Omit<StoreFigure, "what">;

async function timed(work: () => unknown): Promise<Took> {
  const started = performance.now();
  const cpu = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return { milliseconds: performance.now() - started, cpuMilliseconds: (user + system) / 1000 };
}

async function median(times: number, work: () => unknown): Promise<Took> {
  const took: Took[] = [];
  for (let n = 0; n < times; n += 1) took.push(await timed(work));
  const middle = (of: (one: Took) => number) =>
    took.map(of).sort((left, right) => left - right)[Math.floor(times / 2)] ?? Number.NaN;
  return {
    milliseconds: middle((one) => one.milliseconds),
    cpuMilliseconds: middle((one) => one.cpuMilliseconds),
  };
}

if (import.meta.main) {
  const { figures, megabytes } = await benchStore();
  const round = (value: number) => Number(value.toFixed(1));
  console.table(
    figures.map(({ what, milliseconds, cpuMilliseconds }) => ({
      what,
      ms: round(milliseconds),
      "cpu ms": round(cpuMilliseconds),
    })),
  );
  console.log(`memory of the process over the import: +${megabytes} MB`);
}
