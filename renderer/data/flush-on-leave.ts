import { useEffect } from "react";

/** Sends what is typed before the window is hidden, put away or closed, and before the screen that asks for it is left. */
export function useFlushOnLeave(flush: () => Promise<void>): void {
  useEffect(() => {
    const leave = () => void flush();
    document.addEventListener("visibilitychange", leave);
    window.addEventListener("pagehide", leave);
    window.addEventListener("blur", leave);
    return () => {
      leave();
      document.removeEventListener("visibilitychange", leave);
      window.removeEventListener("pagehide", leave);
      window.removeEventListener("blur", leave);
    };
  }, [flush]);
}
