import { useEffect, useState } from "react";
import type { Monaco } from "./monaco-api.ts";

/** The editor's code once it is here, null until then (and for good where it cannot be loaded). */
export function useMonaco(): Monaco | null {
  const [monaco, setMonaco] = useState(monacoIfLoaded);
  useEffect(() => {
    if (monaco !== null) return;
    let gone = false;
    // The item is painted first; the plain text stays where loading fails.
    const frame = requestAnimationFrame(() => {
      loadMonaco().then(
        (loaded) => {
          if (!gone) setMonaco(loaded);
        },
        (reason) =>
          console.error("The code editor could not be loaded; code is shown as plain text.", reason),
      );
    });
    return () => {
      gone = true;
      cancelAnimationFrame(frame);
    };
  }, [monaco]);
  return monaco;
}

let loading: Promise<Monaco> | null = null;
let loaded: Monaco | null = null;

/** Loads the editor once, after the first paint; rejects where its files cannot be had. */
function loadMonaco(): Promise<Monaco> {
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
function monacoIfLoaded(): Monaco | null {
  return loaded;
}
