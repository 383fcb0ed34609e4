import type {
  AgreementDetails,
  AgreementStage,
  FigureWithIntervals,
} from "#shared/contract/agreement-figures.ts";
import type { Grouping } from "#shared/domain/agreement.ts";
import type { VerdictForm } from "#shared/domain/verdict-form.ts";
import { labelName } from "#shared/domain/verdict-form.ts";

type Pooled = AgreementStage["figures"];
type Pair = AgreementDetails["pairs"][number];

/** A figure with what it is called and what it says. */
export interface NamedFigure {
  name: string;
  definition: string;
  figure: FigureWithIntervals;
}

/** The names of the pooled figures that can be drawn by group. */
export const drawnFigures = {
  gwetAc1: "Gwet's AC1",
  krippendorffAlpha: "Krippendorff's alpha",
  fleissKappa: "Fleiss' kappa",
  rawAgreement: "Raw agreement",
} as const;
export type DrawnFigure = keyof typeof drawnFigures;

/** What groups are called, and what each is of. */
export const groupingWords: Record<Grouping, { title: string; one: string }> = {
  database: { title: "By database", one: "database" },
  difficulty: { title: "By difficulty", one: "difficulty" },
  ex: { title: "By EX", one: "cell of EX" },
  person: { title: "By person", one: "person" },
  week: { title: "By week", one: "week" },
};

/** The figures over everybody, in the order in which they are read. */
export function figuresOfAll(figures: Pooled, form: VerdictForm): NamedFigure[] {
  return [
    {
      ...{ name: "Raw agreement", figure: figures.rawAgreement },
      definition:
        "Of two opinions on an item, how often they are alike; averaged over items with two or more.",
    },
    {
      ...{ name: "Gwet's AC1", figure: figures.gwetAc1 },
      definition: "Agreement above chance, where chance is small when nearly all opinions are one label.",
    },
    {
      ...{ name: "Krippendorff's alpha", figure: figures.krippendorffAlpha },
      definition: "Agreement above chance, chance by drawing two of all opinions without putting one back.",
    },
    {
      ...{ name: "Fleiss' kappa", figure: figures.fleissKappa },
      definition:
        "Agreement above chance by everybody's shares of labels; generalised to unequal numbers of opinions as Gwet does.",
    },
    {
      ...{ name: "Brennan–Prediger", figure: figures.brennanPrediger },
      definition: "Agreement above chance, where every declared label is equally likely by chance.",
    },
    ...figures.byCategory.map(({ category, figure }) => ({
      ...{ name: `Agreement on “${labelName(form, category)}”`, figure },
      definition: "Of the pairs of opinions with this label, how many agree.",
    })),
    {
      ...{ name: "Prevalence", figure: figures.prevalence },
      definition: "The share of the first label less that of the second; near 1 or −1 kappas say little.",
    },
  ];
}

/** The figures of two people. */
export function figuresOfPair(pair: Pair): NamedFigure[] {
  return [
    { name: "Raw agreement", figure: pair.rawAgreement, definition: "How often the two say the same." },
    {
      ...{ name: "Cohen's kappa", figure: pair.cohenKappa },
      definition: "Their agreement above what their own shares of labels give by chance.",
    },
    {
      ...{ name: "Gwet's AC1", figure: pair.gwetAc1 },
      definition: "Agreement above chance, where chance is small when nearly all opinions are one label.",
    },
    { name: "PABAK", figure: pair.pabak, definition: "Agreement above chance, every label equally likely." },
    {
      ...{ name: "Bias", figure: pair.bias },
      definition: "How much more often the first of the two gives the first label.",
    },
  ];
}

/** A figure to three places, with a minus sign; "undefined" where it is. */
export const figureText = (value: number | null): string =>
  value === null ? "undefined" : value.toFixed(3).replace("-", "−");

/** An interval in brackets; "–" where there is none. */
export const boundsText = (interval: { from: number; to: number } | null): string =>
  interval === null ? "–" : `${figureText(interval.from)} … ${figureText(interval.to)}`;
