import path from "node:path";
import { bundledPaths } from "../../electron/hosts/bundled-paths.ts";
import { type ProgramPaths, sourcePaths } from "../../electron/program-paths.ts";

/**
 * The paths of what suites start in processes of their own: the program that `npm test` has built, whose processes start in
 * half the time, else the source.
 */
export const testPaths: ProgramPaths = process.env.QUERENT_TEST_BUILT
  ? bundledPaths(path.resolve(import.meta.dirname, "../../dist/program"))
  : sourcePaths;
