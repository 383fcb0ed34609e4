/** The window's frame with nothing in it, painted before anything is known: nothing moves when the rest arrives. */
export function BootFrame() {
  return (
    <div className="flex h-full flex-col" aria-busy="true">
      <div className="h-10 shrink-0 border-b bg-panel" />
      <div className="flex min-h-0 flex-1">
        <div className="w-11 shrink-0 border-r bg-panel" />
      </div>
      <div className="h-6 shrink-0 border-t bg-panel" />
    </div>
  );
}
