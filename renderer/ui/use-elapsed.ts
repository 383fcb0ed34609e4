import { useEffect, useState } from "react";

/** Milliseconds since `startedAt` (`performance.now()` then), counted anew ten times a second. */
export function useElapsed(startedAt: number): number {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 100);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, now - startedAt);
}
