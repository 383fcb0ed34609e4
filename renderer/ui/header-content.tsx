import { createContext, type ReactNode, useContext } from "react";
import { createPortal } from "react-dom";

/** The part of the window's top bar that the screen in front may fill; the shell provides its element. */
export const HeaderOutletContext = createContext<HTMLElement | null>(null);

/** Puts a screen's own read-outs (progress, counts) into the top bar. */
export function HeaderContent({ children }: { children: ReactNode }) {
  const outlet = useContext(HeaderOutletContext);
  return outlet ? createPortal(children, outlet) : null;
}
