import { createRequire, registerHooks } from "node:module";
import { pathToFileURL } from "node:url";
import { electronDouble, electronNames } from "./electron-double.ts";
import type { Runtime } from "./runtime.ts";

const nativeImport = createRequire(import.meta.url)("./native-import.cjs") as (
  url: string,
) => Promise<unknown>;
const modules = new Map<string, Record<string, unknown>>();
const scheme = "electron-double:";
let launches = 0;

(globalThis as Record<string, unknown>).electronDoubles = modules;

/** Each launch imports the app's entry anew, as main.mjs?launch=N, and its 'electron' is the module of launch N. */
registerHooks({
  resolve(specifier, context, next) {
    if (specifier !== "electron") return next(specifier, context);
    const launch = /[?&]launch=(\d+)/.exec(context.parentURL ?? "")?.[1];
    if (launch === undefined)
      throw new Error(`${context.parentURL} imports 'electron', which only the app's entry may`);
    return { url: `${scheme}${launch}`, format: "module", shortCircuit: true };
  },
  load(url, context, next) {
    if (!url.startsWith(scheme)) return next(url, context);
    const launch = url.slice(scheme.length);
    const source = `export const { ${electronNames.join(", ")} } = globalThis.electronDoubles.get("${launch}");`;
    return { format: "module", source, shortCircuit: true };
  },
});

/** Runs the app's built entry against the double, with `args` as its command line. */
export async function startDouble(runtime: Runtime, entry: string, args: readonly string[]): Promise<void> {
  const launch = String(++launches);
  modules.set(launch, electronDouble(runtime));
  const argv = process.argv;
  process.argv = ["electron", entry, ...args];
  try {
    await nativeImport(`${pathToFileURL(entry)}?launch=${launch}`);
  } finally {
    process.argv = argv;
  }
}
