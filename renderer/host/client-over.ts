import { createORPCClient } from "@orpc/client";
import { type StandardLinkClient, StandardRPCLink } from "@orpc/client/standard";
import { RequestValidationPlugin, ResponseValidationPlugin } from "@orpc/contract/plugins";
import { contract } from "#shared/contract/index.ts";
import type { Client } from "./connection.ts";

/** The contract's client over any transport; what goes out and what comes back is validated here too. */
export function clientOver(transport: StandardLinkClient<Record<never, never>>): Client {
  return createORPCClient(
    new StandardRPCLink(transport, {
      url: "http://querent",
      plugins: [new RequestValidationPlugin(contract), new ResponseValidationPlugin(contract)],
    }),
  );
}
