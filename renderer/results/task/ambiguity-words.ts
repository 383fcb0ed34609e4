import type { Ambiguity, AmbiguityKind } from "#shared/domain/ambiguity.ts";
import { ambiguityGuide } from "#shared/domain/taxonomy.ts";

const hues = 8;

/** The number that ties an ambiguity's term to its snippet (rule A1), and the hue that goes with it (1 to 8, then again). */
export function ambiguityTag(index: number): { label: string; hue: number } {
  return { label: String(index + 1), hue: (index % hues) + 1 };
}

/** What each kind of ambiguity is. */
export const kindDefinitions: Record<AmbiguityKind, string> = {
  critical: "Intent level: the request itself is vague, and without an answer the SQL comes out wrong.",
  "non-critical": "Implementation level: the intent is clear, a detail of the SQL is open.",
  knowledge: "A knowledge node that the gold needs is hidden from the system under test.",
  environmental: "Noise in the data decides how the SQL has to be written.",
};

/** The type of an ambiguity as it is read, and what it means. */
export function typeWords({ kind, type }: Ambiguity): { label: string; definition: string } {
  const guide = ambiguityGuide(kind, type);
  if (guide !== null)
    return { label: guide.label, definition: `${guide.definition} Annotate it where: ${guide.condition}` };
  return {
    label: type || "no type",
    definition: `"${type}" is outside the taxonomy of ${kind} ambiguities.`,
  };
}
