import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import {
  agreementDetails,
  countOpinions,
  projectAgreement,
} from "../../electron/services/agreement-of-project.ts";
import { ensureProject } from "../../electron/store/projects.ts";
import { openWorkspace, type Workspace } from "../../electron/store/workspace.ts";
import { randomOf } from "../../shared/dialogue/seed.ts";
import { plainSql } from "../support/plain-sql.ts";

const [items, people, databases, opinions] = [100_000, 12, 100, 3];

/** What the agreement of a project of 100,000 items costs, in milliseconds. */
interface AgreementFigures {
  /** Counting everything anew, as after an import. */
  countMs: number;
  /** The figures of the project with 2,000 draws of items and of databases, from stored counts; once for each try. */
  figuresMs: number[];
  /** The same after one verdict: its item is counted anew. */
  afterVerdictMs: number;
  /** Every pair and every group with both intervals. */
  detailsMs: number;
  /** The processor time of that, which a busy machine does not stretch. */
  detailsCpuMs: number;
  results: number;
  /** The longest that nobody else got a turn meanwhile. */
  longestTurnMs: number;
}

/** Measures figures of 100,000 items of 100 databases, three opinions each of twelve people; nothing is worked out before it is timed. */
export async function measureAgreement(): Promise<AgreementFigures> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "querent-bench-"));
  const workspace = openWorkspace(path.join(folder, "work.querent"));
  try {
    const projectId = await fillWithOpinions(workspace);
    const figures = () => workspace.read((db) => projectAgreement(db, projectId, 0));
    const countMs = await timed(() => countOpinions(workspace, projectId));
    const figuresMs: number[] = [];
    for (let at = 0; at < 5; at += 1) figuresMs.push(await timed(async () => figures()));
    await workspace.write((db) => db.run(plainSql("UPDATE verdict SET label = 'no' WHERE item_id = 7")));
    const afterVerdictMs = await timed(async () => {
      await countOpinions(workspace, projectId);
      await figures();
    });
    const turns = longestTurn();
    let results = 0;
    const signal = new AbortController().signal;
    const wanted = { projectId, stage: "independent" as const, seed: 0, signal, progress: () => {} };
    const cpuBefore = process.cpuUsage();
    const detailsMs = await timed(async () => {
      const { pairs, groups } = await agreementDetails(workspace, wanted);
      results = pairs.length + groups.length;
    });
    const { user, system } = process.cpuUsage(cpuBefore);
    const detailsCpuMs = (user + system) / 1000;
    return {
      detailsCpuMs,
      countMs,
      figuresMs,
      afterVerdictMs,
      detailsMs,
      results,
      longestTurnMs: turns.stop(),
    };
  } finally {
    await workspace.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** How long some work takes, in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

/** Watches how long the event loop is held up at most. */
export function longestTurn(): { stop(): number } {
  let [last, longest] = [performance.now(), 0];
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 1);
  return {
    stop() {
      clearInterval(timer);
      return longest;
    },
  };
}

/** People agree with the truth of an item in nine of ten cases; every 20th item was seen by one of them before they judged it. */
export async function fillWithOpinions(workspace: Workspace): Promise<number> {
  const random = randomOf(11);
  return workspace.write(async (db) => {
    const at = "2026-03-02T09:00:00.000Z";
    const projectId = await ensureProject(db, "bench", "", at);
    await db.run(
      plainSql(
        `INSERT INTO source (id, project_id, file_name, form, kind, prologue, epilogue, imported_by, imported_at)
       VALUES (1, ?, 'bench.json', '', 'list', '', '', 'bench', ?)`,
        projectId,
        at,
      ),
    );
    for (let id = 1; id <= items; id += 1) {
      await db.run(
        plainSql(
          `INSERT INTO item (id, project_id, source_id, idx, question_id, db_id, question, evidence, predicted_sql, gold_sql)
           VALUES (?, ?, 1, ?, ?, ?, 'q', '', 'SELECT 1', 'SELECT 1')`,
          ...[id, projectId, id, String(id), `db_${id % databases}`],
        ),
      );
      await db.run(
        plainSql(
          "INSERT INTO item_occurrence (source_id, position, item_id, lead, text) VALUES (1, ?, ?, '', ?)",
          ...[id, id, JSON.stringify({ difficulty: ["simple", "moderate", "challenging"][id % 3] })],
        ),
      );
      const truth = random() < 0.68;
      for (let one = 0; one < opinions; one += 1) {
        const said = random() < 0.9 ? truth : !truth;
        const day = new Date(
          Date.UTC(2026, 2, 2) + Math.floor((id / items) * 120) * 86_400_000,
        ).toISOString();
        await db.run(
          plainSql(
            `INSERT INTO verdict (project_id, reviewer, item_id, revision, label, diagnoses, note, skipped, flagged, saved_at)
             VALUES (?, ?, ?, 1, ?, '[]', '', 0, 0, ?)`,
            ...[projectId, `person ${(id + one * 5) % people}`, id, said ? "yes" : "no", day],
          ),
        );
      }
      if (id % 20 === 0)
        await db.run(plainSql("INSERT INTO opinion_seen VALUES (?, ?, 0)", id, `person ${id % people}`));
    }
    return projectId;
  });
}
