import { z } from "zod";

/** How far an import is, in bytes or characters while it reads and in rows while it saves; `total` is 0 while it is not known. */
export const ImportProgress = z.object({
  type: z.literal("progress"),
  phase: z.enum(["read", "save"]),
  done: z.number(),
  total: z.number(),
});
export type ImportProgress = z.infer<typeof ImportProgress>;
