// npm run package [-- --dir]: builds everything and packages the desktop workbench into out/.
import path from "node:path";
import { build, Platform } from "electron-builder";
import { ensureBuilt } from "./build.ts";
import configuration from "./electron-builder.config.mjs";

export interface PackageOptions {
  /** Only the unpacked folder, no installers. */
  dir: boolean;
  output?: string;
  /** A folder with an Electron runtime to package instead of the downloaded one. */
  electronDist?: string;
}

/** Packages the workbench for the platform this runs on; answers the files made. */
export async function packageDesktop({ dir, output, electronDist }: PackageOptions): Promise<string[]> {
  await ensureBuilt();
  return build({
    projectDir: path.resolve(import.meta.dirname, ".."),
    targets: Platform.current().createTarget(dir ? "dir" : null),
    publish: "never",
    config: {
      ...configuration,
      ...(output === undefined ? {} : { directories: { output } }),
      ...(electronDist === undefined ? {} : { electronDist }),
    },
  });
}

if (import.meta.main) {
  for (const file of await packageDesktop({ dir: process.argv.includes("--dir") })) console.log(file);
}
