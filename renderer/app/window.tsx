import { CSPProvider } from "@base-ui/react/csp-provider";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createQueryClient } from "../data/query-client.ts";
import { connect } from "../host/connect.ts";
import { TooltipArea } from "../ui/tooltip.tsx";
import { Boot, startWith } from "./boot.tsx";

/** Connects the window to its back end and draws it into index.html's #root: where all parts are put together. */
export function drawWindow(): void {
  const root = document.getElementById("root");
  if (!root) throw new Error('index.html has no element with the id "root".');
  const queries = createQueryClient();
  const start = startWith(connect, queries);
  createRoot(root).render(
    <StrictMode>
      <CSPProvider disableStyleElements>
        <TooltipArea>
          <Boot start={start} queries={queries} />
        </TooltipArea>
      </CSPProvider>
    </StrictMode>,
  );
}
