import { z } from "zod";

/** A file that a team host has ready for the caller's browser: once, for an hour at most. */
export const Download = z.object({
  /** What follows "/downloads/" in the address of the host. */
  token: z.string(),
  fileName: z.string(),
});
export type Download = z.infer<typeof Download>;
