import type { ReadHandle } from "../store/handles.ts";
import { reviewerName } from "../store/people.ts";
import { settingsOfProject } from "../store/settings.ts";
import { ServiceFault } from "./fault.ts";

/** Whether an account may see every opinion of a project: it settles them. */
export const maySeeAll = (db: ReadHandle, projectId: number, account: string): boolean =>
  settingsOfProject(db, projectId)["review.adjudicators"].includes(reviewerName(db, account));

/** Throws `BAD_INPUT` for an account that may not. */
export function refuseUnlessSeesAll(db: ReadHandle, projectId: number, account: string): void {
  if (maySeeAll(db, projectId, account)) return;
  throw new ServiceFault(
    "BAD_INPUT",
    "What others said of these items is shown to the project's adjudicators. They are named in its settings.",
    { problems: [] },
  );
}
