/** A typed whole number from 0; null for anything else. */
export const typedCount = (text: string): number | null =>
  /^\d{1,7}$/.test(text.trim()) ? Number(text.trim()) : null;
