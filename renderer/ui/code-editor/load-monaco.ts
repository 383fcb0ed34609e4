import type { Monaco } from "./monaco-api.ts";

let loading: Promise<Monaco> | null = null;
let loaded: Monaco | null = null;

/** Loads the editor once, after the first paint; rejects where its files cannot be had. */
export function loadMonaco(): Promise<Monaco> {
  loading ??= import("./monaco.ts").then(
    (module) => {
      loaded = module.monaco;
      return loaded;
    },
    (reason) => {
      loading = null;
      throw reason;
    },
  );
  return loading;
}

/** The editor if it is here already. */
export function monacoIfLoaded(): Monaco | null {
  return loaded;
}
