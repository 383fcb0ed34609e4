import { useQuery } from "@tanstack/react-query";
import { errorText } from "../data/faults.ts";
import { abilities } from "../host/abilities.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { InlineError } from "../ui/inline-error.tsx";

/** A new address for another browser on this machine: only a window that is signed in is given one. */
export function OtherBrowserDialog({ onClose }: { onClose(): void }) {
  const address = useQuery({
    queryKey: ["new-address"],
    queryFn: () => abilities.newAddress?.() ?? "",
    retry: false,
    // Each opens one window only.
    gcTime: 0,
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title="Open in another browser"
      description="Open this address in Chromium, Chrome or Edge on this machine. It opens one window, once, within five minutes."
    >
      {address.error ? <InlineError title={errorText(address.error)} /> : null}
      <div className="flex items-center gap-1 rounded-md border px-2 py-1">
        <code className="min-w-0 flex-1 font-mono text-sm break-all select-text">{address.data ?? "…"}</code>
        <CopyButton text={() => address.data ?? ""} label="Copy address" />
      </div>
    </Dialog>
  );
}
