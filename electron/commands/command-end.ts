/** How a command ends: done; done and written, with findings; not understood or not readable; our own fault; interrupted. */
export const exitCodes = { done: 0, findings: 1, refused: 2, defect: 70, interrupted: 130 } as const;

/** The command was not called as its usage says, or what it was given is not there. */
export class WrongUsage extends Error {}
