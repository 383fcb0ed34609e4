import { Plug, Unplug } from "lucide-react";
import { useConnectionState } from "../data/client.ts";
import { StatusItem } from "./status-item.tsx";

const said = {
  connected: { words: "Connected", hint: "This window is connected to the back end.", tone: "neutral" },
  reconnecting: {
    words: "Reconnecting…",
    hint: "The back end is not responding. Your changes are stored in this window and sent when it is back. Press to reload the window.",
    tone: "warning",
  },
  refused: {
    words: "Disconnected",
    hint: "The back end has stopped or was restarted. Start Querent again; nothing saved is lost. Press to reload the window.",
    tone: "error",
  },
} as const;

/** Whether the back end can be reached. */
export function ConnectionStatus() {
  const state = useConnectionState();
  const { words, hint, tone } = said[state];
  return (
    <div role="status">
      <StatusItem
        icon={state === "connected" ? Plug : Unplug}
        tone={tone}
        hint={hint}
        onClick={() => {
          if (state !== "connected") location.reload();
        }}
      >
        {words}
      </StatusItem>
    </div>
  );
}
