import { useEffect, useState } from "react";
import { timeAgo } from "./time-text.ts";
import { Tooltip } from "./tooltip.tsx";

/** How long ago something was, with the exact time on hover. `at` is ISO 8601. */
export function TimeAgo({ at }: { at: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <Tooltip content={new Date(at).toLocaleString()}>
      <time dateTime={at}>{timeAgo(at, now)}</time>
    </Tooltip>
  );
}
