import { createContext, useContext } from "react";

/** Where components remember small things that a person expects to find again (pane sizes); the shell provides it. */
export interface Memory {
  get(key: string): unknown;
  set(key: string, value: unknown): void;
}

const remembered = new Map<string, unknown>();

/** Without a shell around it, a component remembers as long as the page lives. */
export const RememberContext = createContext<Memory>({
  get: (key) => remembered.get(key),
  set: (key, value) => void remembered.set(key, value),
});

/** The memory of the shell around the component. */
export const useMemory = (): Memory => useContext(RememberContext);
