import type { Download } from "#shared/contract/download.ts";
import type { Transfers } from "../transfers.ts";
import type { CallContext } from "./call-context.ts";
import { ServiceFault } from "./fault.ts";

export type { Download };

/** Has a file ready for the browser of whoever calls; the answer names no place of this machine. */
export async function offerDownload(
  transfers: Transfers | null,
  { actor }: CallContext,
  fileName: string,
  write: (file: string) => Promise<unknown>,
): Promise<Download> {
  if (transfers === null)
    throw new ServiceFault(
      "NOT_FOUND",
      "This window saves its files itself: nothing is fetched from a host.",
      {
        what: "download",
      },
    );
  return { token: await transfers.offer(actor, fileName, write), fileName };
}
