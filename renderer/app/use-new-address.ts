import { useEffect } from "react";

/** Loads the page anew where another address is put into its window that differs in the fragment alone, for which a browser loads nothing. */
export function useNewAddress(): void {
  useEffect(() => {
    const again = (): void => location.reload();
    window.addEventListener("hashchange", again);
    return () => window.removeEventListener("hashchange", again);
  }, []);
}
