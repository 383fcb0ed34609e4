const hues = 8;

/** The number that ties an ambiguity's term to its snippet (rule A1), and the hue that goes with it (1 to 8, then again). */
export function ambiguityTag(index: number): { label: string; hue: number } {
  return { label: String(index + 1), hue: (index % hues) + 1 };
}
