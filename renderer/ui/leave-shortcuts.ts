import type { BaseUIEvent } from "@base-ui/react/types";
import type { KeyboardEvent } from "react";

/** Keeps a box, radio, switch or closed select from taking Ctrl+Enter or ⌘↵ for its own: they are shortcuts of the window. */
export function leaveShortcuts(event: BaseUIEvent<KeyboardEvent>): void {
  if (event.ctrlKey || event.metaKey) event.preventBaseUIHandler();
}
