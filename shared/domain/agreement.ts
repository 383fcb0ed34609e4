/** By what figures of agreement are given apart. */
export const groupings = ["database", "difficulty", "ex", "person", "week"] as const;
export type Grouping = (typeof groupings)[number];

/** The figures that an alert can stand on. */
export const alertFigures = ["gwetAc1", "krippendorffAlpha", "fleissKappa", "rawAgreement"] as const;
export type AlertFigure = (typeof alertFigures)[number];
