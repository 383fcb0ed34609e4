import { type ReactNode, useId } from "react";
import { classes } from "./classes.ts";

interface SectionCardProps {
  title: string;
  /** What it shows, in a sentence. */
  about: string;
  /** What can be done with it, beside the title. */
  menu?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** Some figures of a page in a frame, under their title. */
export function SectionCard({ title, about, menu, className, children }: SectionCardProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes("min-w-0 rounded-md border p-3", className)}>
      <div className="flex min-h-7 items-center gap-2">
        <h2 id={id} className="flex-1 font-semibold">
          {title}
        </h2>
        {menu}
      </div>
      <p className="mb-2 text-sm text-muted">{about}</p>
      {children}
    </section>
  );
}
