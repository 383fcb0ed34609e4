import { keyCaps } from "./keys.ts";
import { onMac } from "./platform.ts";

/** A shortcut as key caps: `<Kbd keys="mod+Enter" />`. */
export function Kbd({ keys, quiet = false }: { keys: string; quiet?: boolean }) {
  return (
    <kbd className="inline-flex shrink-0 gap-0.5 font-sans text-xs">
      {keyCaps(keys, onMac).map((cap, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: caps of one shortcut never move.
          key={index}
          className={
            quiet
              ? "text-faint"
              : "inline-flex h-4 min-w-4 items-center justify-center rounded-sm border border-line-strong bg-panel px-1 text-muted"
          }
        >
          {cap}
        </span>
      ))}
    </kbd>
  );
}
