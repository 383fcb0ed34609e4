import { eventIterator } from "@orpc/contract";
import { z } from "zod";
import { base } from "./base.ts";
import { ImportProgress } from "./import-progress.ts";

const ProjectId = z.object({ projectId: z.number().int() });
const Judge = ProjectId.extend({ judge: z.string().trim().min(1).max(100) });

/** How far an import of a judge's results is, and on how many items it has labels in the end; `unmatched` results speak of no item. */
const JudgeImportEvent = z.discriminatedUnion("type", [
  ImportProgress,
  z.object({ type: z.literal("done"), items: z.number().int(), unmatched: z.number().int() }),
]);
export type JudgeImportEvent = z.infer<typeof JudgeImportEvent>;

/** What judges say of items (shared/domain/judge-label.ts). What they say of one is told with its disagreement, to adjudicators. */
export const judges = {
  /** The judges of which there are labels, and on how many items. */
  list: base.input(ProjectId).output(z.array(z.object({ judge: z.string(), items: z.number().int() }))),
  /**
   * Imports what a judge said from ROSE's result files (eval_results.json, refuter_output.json): all of the file or nothing. Results that
   * speak of no item are counted. A later result adds to an earlier one on the same item.
   */
  import: base.input(Judge.extend({ path: z.string().min(1) })).output(eventIterator(JudgeImportEvent)),
  /** Takes what a judge says out of the project; answers on how many items that was. */
  remove: base.input(Judge).output(z.object({ items: z.number().int() })),
};
