import type { BundlePermit } from "#shared/formats/bundle.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";
import { query } from "./query.ts";
import { jsonText, parsed } from "./tables/column-types.ts";

/** A project that came as a bundle: as whom it is judged here, and what makes its work known where it came from. */
export interface OpenedBundle {
  projectId: number;
  reviewer: string;
  permit: BundlePermit;
  signature: string;
  workSecret: string;
}

/** The bundle that a project came as; null for a project of this workspace. */
export async function openedBundle(db: ReadHandle, projectId: number): Promise<OpenedBundle | null> {
  const row = await db.first(
    query
      .selectFrom("opened_bundle")
      .select(["project_id as projectId", "reviewer", "permit", "signature", "work_secret as workSecret"])
      .where("project_id", "=", projectId),
  );
  return row === undefined ? null : { ...row, permit: parsed(row.permit) };
}

/** Notes as which bundle a project came; a later one of the same project takes its place. */
export async function putOpenedBundle(
  db: WriteHandle,
  { projectId, reviewer, permit, signature, workSecret }: OpenedBundle,
  at: string,
): Promise<void> {
  const row = { reviewer, permit: jsonText(permit), signature, work_secret: workSecret, opened_at: at };
  await db.run(
    query
      .insertInto("opened_bundle")
      .values({ project_id: projectId, ...row })
      .onConflict((same) => same.column("project_id").doUpdateSet(row)),
  );
}
