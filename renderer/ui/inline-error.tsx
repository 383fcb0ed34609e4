import { CircleAlert, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { classes } from "./classes.ts";
import { CopyButton } from "./copy-button.tsx";

export interface InlineErrorProps {
  /** What happened, to what. */
  title: ReactNode;
  /** What to do about it, or what was said exactly. */
  children?: ReactNode;
  tone?: "error" | "warning";
  /** The whole report, for a colleague or an issue. */
  details?: string | undefined;
  actions?: ReactNode;
  /** Does again what failed; a button offers it. */
  onRetry?: () => void;
  className?: string;
}

/** An error where it belongs: what happened, to what, what to do; its details can be copied. */
export function InlineError({
  title,
  children,
  tone = "error",
  details,
  actions,
  onRetry,
  className,
}: InlineErrorProps) {
  const Icon = tone === "error" ? CircleAlert : TriangleAlert;
  return (
    <div
      role="alert"
      className={classes(
        "flex items-start gap-2 rounded-md px-2.5 py-2 select-text",
        tone === "error" ? "bg-error-fill" : "bg-warning-fill",
        className,
      )}
    >
      <Icon
        size={15}
        className={classes("mt-0.5 shrink-0", tone === "error" ? "text-error" : "text-warning")}
        aria-hidden
      />
      <div className="min-w-0 flex-1">
        <p className={classes("font-medium break-words", tone === "error" ? "text-error" : "text-warning")}>
          {title}
        </p>
        {children ? <div className="mt-0.5 break-words text-ink">{children}</div> : null}
        {actions || onRetry ? (
          <div className="mt-2 flex flex-wrap gap-2">
            {actions}
            {onRetry && (
              <Button size="sm" onClick={onRetry}>
                Try again
              </Button>
            )}
          </div>
        ) : null}
      </div>
      {details ? <CopyButton text={details} label="Copy details" /> : null}
    </div>
  );
}
