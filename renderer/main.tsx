import "./app/schemas-without-eval.ts";
import { CSPProvider } from "@base-ui/react/csp-provider";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Boot, startWith } from "./app/boot.tsx";
import { createQueryClient } from "./data/query-client.ts";
import { connect } from "./host/connect.ts";
import { TooltipArea } from "./ui/tooltip.tsx";
import "./styles.css";

const queries = createQueryClient();
const start = startWith(connect, queries);

const root = document.getElementById("root");
if (!root) throw new Error('index.html has no element with the id "root".');
createRoot(root).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <TooltipArea>
        <Boot start={start} queries={queries} />
      </TooltipArea>
    </CSPProvider>
  </StrictMode>,
);
