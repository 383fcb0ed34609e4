import { z } from "zod";
import { CheckKind, CheckScore } from "../domain/check-item.ts";
import { base } from "./base.ts";

/** An item with a known answer. */
export const CheckItem = z.object({
  itemId: z.number().int(),
  /** In the project, from 0. */
  index: z.number().int(),
  question: z.string(),
  kind: CheckKind,
  /** The id of the label that is expected. */
  expected: z.string(),
});
export type CheckItem = z.infer<typeof CheckItem>;

/** How the caller stands: the qualification as far as it is judged, and what is to be told about attention items. */
export const OwnChecks = z.object({
  /** `right` is 0 until all are judged; `passed` null: not all are judged yet. */
  qualification: CheckScore.extend({ needed: z.number().int(), passed: z.boolean().nullable() }),
  attention: z.enum(["nothing", "warn", "stop"]),
});
export type OwnChecks = z.infer<typeof OwnChecks>;

/** How one reviewer did. */
export const PersonChecks = z.object({
  reviewer: z.string(),
  qualification: CheckScore,
  passed: z.boolean().nullable(),
  attention: CheckScore,
  /** Attention items that were wrong since somebody last looked. */
  failed: z.number().int(),
});
export type PersonChecks = z.infer<typeof PersonChecks>;

const ProjectId = z.object({ projectId: z.number().int() });

export const checkItems = {
  list: base.input(ProjectId).output(z.array(CheckItem)),
  /** Makes an item one with a known answer, or (`kind` null) an ordinary one again. Refused for a label that the form does not have. */
  set: base
    .input(z.object({ itemId: z.number().int(), kind: CheckKind.nullable(), expected: z.string().max(40) }))
    .output(z.void()),
  own: base.input(ProjectId).output(OwnChecks),
  people: base.input(ProjectId).output(z.array(PersonChecks)),
  /** Somebody has looked at a reviewer's failed attention items: they stop nobody any more. */
  clear: base.input(ProjectId.extend({ reviewer: z.string() })).output(z.void()),
};
