import { z } from "zod";
import { base } from "./base.ts";

/** An entry of a folder on the machine that runs the back end. */
export const FileEntry = z.object({
  name: z.string(),
  path: z.string(),
  kind: z.enum(["folder", "file"]),
  bytes: z.number().nonnegative(),
});
export type FileEntry = z.infer<typeof FileEntry>;

export const files = {
  /** Lists a folder for the built-in file dialog, where the host has no dialog of its own; "" is the person's home. */
  list: base.input(z.object({ path: z.string(), extensions: z.array(z.string()) })).output(
    z.object({
      path: z.string(),
      parent: z.string().nullable(),
      entries: z.array(FileEntry),
      truncated: z.boolean(),
    }),
  ),
};
