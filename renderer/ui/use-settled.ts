import { useEffect, useState } from "react";

/** A value once it has rested for `restMs` milliseconds: for questions that are not to be asked at every keystroke. */
export function useSettled<T>(value: T, restMs: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), restMs);
    return () => clearTimeout(timer);
  }, [value, restMs]);
  return settled;
}
