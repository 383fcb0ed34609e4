import { useEffect, useState } from "react";
import { loadMonaco, monacoIfLoaded } from "./load-monaco.ts";
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
