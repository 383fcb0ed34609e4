import type { AmbiguityKind } from "./ambiguity.ts";

/** A clear question beside the ambiguous one made of it, with the words that are open and the SQL that settles them. */
export interface AmbiguityExample {
  clear: string;
  ambiguous: string;
  term: string;
  snippet: string;
}

/** The guide to one type of ambiguity for annotators (BIRD-INTERACT appendix H.2 and H.4). */
export interface AmbiguityGuide {
  kind: AmbiguityKind;
  type: string;
  label: string;
  definition: string;
  /** When it may be annotated. */
  condition: string;
  example: AmbiguityExample;
}

const intent: AmbiguityGuide[] = [
  {
    kind: "critical",
    type: "lexical_ambiguity",
    label: "Lexical",
    definition: "One word has several senses, and the data has something for more than one of them.",
    condition: "The database can answer at least two of the senses, with different rows.",
    example: {
      clear: "Show the average gauged flow of each river.",
      ambiguous: "Show the average discharge of each river.",
      term: "discharge",
      snippet: "AVG(v.flow_m3s)",
    },
  },
  {
    kind: "critical",
    type: "syntactic_ambiguity",
    label: "Syntactic",
    definition:
      "The sentence can be read in more than one way, because it is unclear which words belong together.",
    condition: "Both readings are good English, and the database can answer each.",
    example: {
      clear: "Show the visits made by technicians who were hired in 2022.",
      ambiguous: "Show the visits by technicians from 2022.",
      term: "technicians from 2022",
      snippet: "EXTRACT(YEAR FROM t.hired_on) = 2022",
    },
  },
  {
    kind: "critical",
    type: "semantic_ambiguity",
    label: "Semantic",
    definition:
      "A word is understood but vague: the question does not say which limit, period or degree is meant.",
    condition: "The gold has a number, a date or a list of values that the question no longer mentions.",
    example: {
      clear: "List the port calls that lasted more than three days.",
      ambiguous: "List the long port calls.",
      term: "long port calls",
      snippet: "c.departed_on - c.arrived_on > 3",
    },
  },
  {
    kind: "critical",
    type: "schema_linking_ambiguity",
    label: "Schema linking",
    definition: "A word fits several tables or columns, and nothing shows which one is meant.",
    condition: "The schema has at least one other column or table that a reader could connect with the word.",
    example: {
      clear: "Count the tickets by the year in which they were opened.",
      ambiguous: "Count the tickets by year.",
      term: "by year",
      snippet: "EXTRACT(YEAR FROM m.opened_on)",
    },
  },
  {
    kind: "critical",
    type: "intent_ambiguity",
    label: "Intent",
    definition: "It is unclear what the user wants to do, or by what measure to rank.",
    condition: "Several operations or measures fit the words, and the gold uses one of them.",
    example: {
      clear: "Show the five berths with the most tonnes handled.",
      ambiguous: "Show the five best berths.",
      term: "best berths",
      snippet: "ORDER BY SUM(k.tonnes) DESC",
    },
  },
  {
    kind: "critical",
    type: "knowledge_linking_ambiguity",
    label: "Knowledge linking",
    definition:
      "The question refers to an entry of the knowledge base without its name, so the link to it is unclear.",
    condition: "The gold uses a knowledge node that the words only hint at.",
    example: {
      clear: "Which rivers are Strained Rivers?",
      ambiguous: "Which rivers are under strain?",
      term: "under strain",
      snippet: "HAVING AVG(x.rsi) > 2.5",
    },
  },
];

const implementation: AmbiguityGuide[] = [
  {
    kind: "non-critical",
    type: "decimal_ambiguity",
    label: "Decimal",
    definition: "The question does not say with how many decimal places to show a number.",
    condition: "The gold rounds, cuts or formats a number.",
    example: {
      clear: "Show the mean stay of each vessel, rounded to 1 decimal.",
      ambiguous: "Show the mean stay of each vessel.",
      term: "mean stay",
      snippet: "ROUND(AVG(c.hours), 1)",
    },
  },
  {
    kind: "non-critical",
    type: "join_ambiguity",
    label: "Join",
    definition: "It is unclear whether the answer includes rows without a match.",
    condition: "The gold has a LEFT, RIGHT or FULL join.",
    example: {
      clear: "Show every station with its repairs, also stations that had none.",
      ambiguous: "Show the stations with their repairs.",
      term: "stations with their repairs",
      snippet: "LEFT JOIN maintenance m ON m.station_code = s.station_code",
    },
  },
  {
    kind: "non-critical",
    type: "distinct_ambiguity",
    label: "Distinct",
    definition: "It is unclear whether duplicates count once.",
    condition: "The gold has DISTINCT.",
    example: {
      clear: "How many different flags do the vessels sail under?",
      ambiguous: "How many flags do the vessels sail under?",
      term: "How many flags",
      snippet: "COUNT(DISTINCT v.flag)",
    },
  },
  {
    kind: "non-critical",
    type: "sort_ambiguity",
    label: "Sort",
    definition: "The question does not say how to order the rows.",
    condition:
      "The gold orders its result and has no LIMIT (with a LIMIT, the order is an intent ambiguity).",
    example: {
      clear: "List the incidents, the newest first.",
      ambiguous: "List the incidents.",
      term: "List the incidents",
      snippet: "ORDER BY i.reported_at DESC",
    },
  },
  {
    kind: "non-critical",
    type: "null_ambiguity",
    label: "Null",
    definition: "It is unclear how to treat missing values.",
    condition: "The gold replaces, tests or removes NULL: COALESCE, IS NOT NULL, NULLS LAST.",
    example: {
      clear: "Show what each berth earned, 0 where there were no fees.",
      ambiguous: "Show what each berth earned.",
      term: "what each berth earned",
      snippet: "COALESCE(SUM(f.amount), 0)",
    },
  },
  {
    kind: "non-critical",
    type: "rank_ambiguity",
    label: "Rank",
    definition: "It is unclear how to rank ties.",
    condition: "The gold calls RANK, DENSE_RANK, ROW_NUMBER or the like.",
    example: {
      clear: "Place the outfalls by breach rate; equal rates share a place.",
      ambiguous: "Place the outfalls by breach rate.",
      term: "Place the outfalls",
      snippet: "DENSE_RANK() OVER (ORDER BY breach_rate DESC)",
    },
  },
  {
    kind: "non-critical",
    type: "divide_by_zero_ambiguity",
    label: "Divide by zero",
    definition: "It is unclear what a ratio is when the divisor is zero.",
    condition: "The gold guards a division: NULLIF(d, 0), CASE WHEN d = 0.",
    example: {
      clear: "Show the share of inspections that found a breach, 0 without inspections.",
      ambiguous: "Show the share of inspections that found a breach.",
      term: "the share of inspections",
      snippet: "COALESCE(breaches::numeric / NULLIF(inspections, 0), 0)",
    },
  },
];

const resources: AmbiguityGuide[] = [
  {
    kind: "knowledge",
    type: "knowledge_ambiguity",
    label: "Knowledge",
    definition:
      "An entry of the knowledge base is hidden from the system, by itself or within a chain of entries.",
    condition: "The gold needs the entry, and no visible entry gives the same information.",
    example: {
      clear: "List the stations with a Weak Battery (below 11 volts).",
      ambiguous: "List the stations with a Weak Battery.",
      term: "Weak Battery",
      snippet: "battery_v < 11.0",
    },
  },
  {
    kind: "environmental",
    type: "null_value_ambiguity",
    label: "Missing values",
    definition: "A column that the answer depends on has NULLs, and it is unclear what they mean.",
    condition: "The column has NULLs in the rows that the gold reads, and the gold handles them.",
    example: {
      clear: "Show the licensed load of each outfall; one without a licence counts as 5 kg a day.",
      ambiguous: "Show the licensed load of each outfall.",
      term: "licensed load",
      snippet: "COALESCE(o.licensed_kg, 5)",
    },
  },
  {
    kind: "environmental",
    type: "mixed_unit_ambiguity",
    label: "Mixed units",
    definition:
      "Numbers are stored as text with their units, so they must be parsed before they can be compared.",
    condition: "The column has such texts, and the gold converts them into numbers of one unit.",
    example: {
      clear: "Show the highest flow of each river in cubic metres a second; some crews write litres.",
      ambiguous: "Show the highest flow of each river.",
      term: "highest flow",
      snippet: "CASE WHEN v.flow LIKE '%l/s' THEN n / 1000 ELSE n END",
    },
  },
  {
    kind: "environmental",
    type: "inconsistent_name_ambiguity",
    label: "Inconsistent names",
    definition: "One thing is spelled in several ways, so it is unclear what counts as the same.",
    condition: "The column has such spellings, and the gold treats them as the same.",
    example: {
      clear: "Count the outfalls of each owner, however the owner's name is written.",
      ambiguous: "Count the outfalls of each owner.",
      term: "each owner",
      snippet: "UPPER(TRIM(o.owner_name))",
    },
  },
];

/** Every type of `ambiguityTypes` with what an annotator has to know of it, in the order of the kinds. */
export const ambiguityGuides: readonly AmbiguityGuide[] = [...intent, ...implementation, ...resources];

/** The guide to a type of a kind; null for a type outside the taxonomy. */
export function ambiguityGuide(kind: AmbiguityKind, type: string): AmbiguityGuide | null {
  return ambiguityGuides.find((guide) => guide.kind === kind && guide.type === type) ?? null;
}
