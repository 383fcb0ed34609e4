import { expressionBuilder } from "kysely";
import { listedRows } from "./dialect.ts";
import type { QueryHandle, WriteHandle } from "./handles.ts";
import { query } from "./query.ts";
import type { WorkspaceTables } from "./tables/workspace-tables.ts";

/** Those of the items of which somebody else has said something that the reviewer has not seen yet. */
function firstSeen(reviewer: string, itemIds: readonly number[]) {
  const of = expressionBuilder<WorkspaceTables>();
  return query.selectFrom(listedRows(itemIds).as("asked")).where((asked) => {
    const itemId = asked.ref("asked.value");
    const seen = query.selectFrom("opinion_seen as s").select("s.seq").where("s.item_id", "=", itemId);
    const said = query.selectFrom("verdict as v").select("v.revision").where("v.item_id", "=", itemId);
    const settled = query.selectFrom("consensus as c").select("c.revision").where("c.item_id", "=", itemId);
    return of.and([
      of.not(of.exists(seen.where("s.reviewer", "=", reviewer))),
      of.or([
        of.exists(said.where("v.reviewer", "<>", reviewer).where("v.label", "is not", null)),
        of.exists(settled),
      ]),
    ]);
  });
}

/** Whether a reviewer sees for the first time what somebody else said of one of these items. */
export const seesForTheFirstTime = async (
  db: QueryHandle,
  reviewer: string,
  itemIds: readonly number[],
): Promise<boolean> =>
  (await db.first(firstSeen(reviewer, itemIds).select("asked.value").limit(1))) !== undefined;

/** From now on the reviewer knows what others said of those items of which anybody else said something. */
export async function putSeen(db: WriteHandle, reviewer: string, itemIds: readonly number[]): Promise<void> {
  await db.run(
    query
      .insertInto("opinion_seen")
      .columns(["item_id", "reviewer", "seq"])
      .expression((of) =>
        firstSeen(reviewer, itemIds).select([
          "asked.value as item_id",
          of.val(reviewer).as("reviewer"),
          of
            .selectFrom("verdict_event")
            .select((event) => event.fn.coalesce(event.fn.max("seq"), event.val(0)).as("seq"))
            .as("seq"),
        ]),
      ),
  );
}
