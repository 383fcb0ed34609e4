import type { ReactNode } from "react";

/** A part of the figures under its heading. */
export function FigureSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-2 font-semibold">{title}</h2>
      {children}
    </section>
  );
}
