/** What a colour says; each means one thing only and is never the only sign (an icon or a word says the same). */
export type Tone = "neutral" | "accent" | "added" | "removed" | "changed" | "warning" | "error";

/** Text in a tone, on any surface. */
export const toneText: Record<Tone, string> = {
  neutral: "text-muted",
  accent: "text-accent",
  added: "text-added",
  removed: "text-removed",
  changed: "text-changed",
  warning: "text-warning",
  error: "text-error",
};

/** Text in a tone on the fill of the same tone. */
export const toneFill: Record<Tone, string> = {
  neutral: "bg-hover text-ink",
  accent: "bg-selected text-ink",
  added: "bg-added-fill text-added",
  removed: "bg-removed-fill text-removed",
  changed: "bg-changed-fill text-changed",
  warning: "bg-warning-fill text-warning",
  error: "bg-error-fill text-error",
};
