import { z } from "zod";

/** The EX family: execution match under four named definitions; `null` where the definition does not apply or a side did not run. */
export const Ex = z.object({
  set: z.boolean().nullable(),
  multiset: z.boolean().nullable(),
  ordered: z.boolean().nullable(),
  first200: z.boolean().nullable(),
});
export type Ex = z.infer<typeof Ex>;

/** The members of the EX family; `set` is EX as in BIRD. */
export const exKinds = ["set", "multiset", "ordered", "first200"] as const;
export type ExKind = (typeof exKinds)[number];

/** Label and definition of each EX kind, as shown on hover and in docs/ex.md (every figure names its definition). */
export const exDefinitions: Record<ExKind, { label: string; definition: string }> = {
  set: {
    label: "EX sets",
    definition:
      "The distinct rows of both results are equal; order and duplicates do not count. This is EX as in BIRD and in ROSE's batch baseline.",
  },
  multiset: {
    label: "EX multisets",
    definition: "Both results have the same rows equally often; order does not count.",
  },
  ordered: {
    label: "EX ordered",
    definition:
      "Both results have the same rows in the same order. Applies only when the gold SQL orders its rows (an outermost ORDER BY).",
  },
  first200: {
    label: "first 200 in order",
    definition:
      "The first 200 rows of both results are equal in row order, whether or not the gold orders, as ROSE's review page compares them (it adds LIMIT 200 to both).",
  },
};
