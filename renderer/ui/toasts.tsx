import { Toast as Base } from "@base-ui/react/toast";
import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import { useAboveFoot } from "./foot.ts";
import { IconButton } from "./icon-button.tsx";

const manager = Base.createToastManager();

/** A notice at the lower right: what was done, or what went wrong that no part of the screen shows. */
export interface Notice {
  /** A notice replaces one with the same id. */
  id?: string;
  title: string;
  description?: string;
  kind?: "done" | "info" | "error";
  action?: { title: string; run(): void };
}

/** Shows a notice; an error stays until it is closed, the rest goes after 5 seconds. */
export function notify({ id, title, description, kind = "info", action }: Notice): void {
  manager.add({
    ...(id ? { id } : {}),
    title,
    ...(description ? { description } : {}),
    type: kind,
    timeout: kind === "error" ? 0 : 5000,
    priority: kind === "error" ? "high" : "low",
    ...(action ? { actionProps: { children: action.title, onClick: action.run } } : {}),
  });
}

const icons = { done: CircleCheck, info: Info, error: CircleAlert };
const colours = { done: "text-added", info: "text-accent", error: "text-error" };

/** Where notices appear; mounted once. */
export function Toasts() {
  return (
    <Base.Provider toastManager={manager} limit={3}>
      <Base.Portal>
        <ToastArea />
      </Base.Portal>
    </Base.Provider>
  );
}

/** The area lies above what is at the foot of the screen: the buttons there are the ones that come next. */
function ToastArea() {
  const { toasts } = Base.useToastManager();
  const bottom = useAboveFoot(toasts.length > 0);
  return (
    <Base.Viewport className="fixed right-3 z-50 flex w-90 flex-col gap-2" style={{ bottom }}>
      <ToastList toasts={toasts} />
    </Base.Viewport>
  );
}

function ToastList({ toasts }: Pick<ReturnType<typeof Base.useToastManager>, "toasts">) {
  return toasts.map((toast) => {
    const kind = (toast.type ?? "info") as keyof typeof icons;
    const Icon = icons[kind];
    return (
      <Base.Root key={toast.id} toast={toast} swipeDirection={[]} className="popup data-limited:hidden">
        <Base.Content className="flex items-start gap-2 py-2 pr-1.5 pl-3">
          <Icon size={15} className={`mt-0.5 shrink-0 ${colours[kind]}`} aria-hidden />
          <div className="min-w-0 flex-1">
            <Base.Title className="font-medium" />
            <Base.Description className="break-words text-muted" />
            <Base.Action className="mt-1 font-medium text-accent hover:underline" />
          </div>
          {/* The library hides this button while its toasts lie stacked; these never do. */}
          <Base.Close aria-hidden={false} render={<IconButton size="sm" icon={X} label="Close" />} />
        </Base.Content>
      </Base.Root>
    );
  });
}
