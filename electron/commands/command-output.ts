/** Where a headless command writes; a line each. */
export interface CommandOutput {
  /** JSON for a program to read, on standard output. */
  result(value: unknown): void;
  /** Words for the person at the terminal, on standard error. */
  note(text: string): void;
}
