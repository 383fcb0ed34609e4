import { Fragment } from "react";
import { keyCaps } from "./keys.ts";
import { onMac } from "./platform.ts";

/** A shortcut as key caps: `<Kbd keys="mod+Enter" />`. Keys that are held together have a plus between them, presses in a row a "then". */
export function Kbd({ keys, quiet = false }: { keys: string; quiet?: boolean }) {
  return (
    <kbd className="inline-flex shrink-0 items-center gap-0.5 font-sans text-xs">
      {keyCaps(keys, onMac).map((caps, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: presses and caps of one shortcut never move.
        <Fragment key={at}>
          {at > 0 && !quiet && <span className="px-0.5 text-faint">then</span>}
          {caps.map((cap, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above.
            <Fragment key={index}>
              {index > 0 && !quiet && !onMac && <span className="text-faint">+</span>}
              <span
                className={
                  quiet
                    ? "text-faint"
                    : "inline-flex h-4 min-w-4 items-center justify-center rounded-sm border border-line-strong bg-panel px-1 text-muted"
                }
              >
                {cap}
              </span>
            </Fragment>
          ))}
        </Fragment>
      ))}
    </kbd>
  );
}
