import type { AmbiguityKind } from "./ambiguity.ts";

/** What each kind of ambiguity is, in a sentence (BIRD-INTERACT appendix H.2 and H.4). */
export const ambiguityKindDefinitions: Record<AmbiguityKind, string> = {
  critical: "Intent level: the request itself is vague, and without an answer the SQL comes out wrong.",
  "non-critical": "Implementation level: the intent is clear, a detail of the SQL is open.",
  knowledge: "A knowledge node that the gold needs is hidden from the system under test.",
  environmental: "Noise in the data decides how the SQL has to be written.",
};

/** What each type of ambiguity means; of implementation-level ones also when it is annotated (appendix H.4, tables 6 and 7). */
export const ambiguityTypeDefinitions: Record<string, string> = {
  lexical_ambiguity: "A word has several senses here: charges may be fees or accusations.",
  syntactic_ambiguity: "The sentence can be taken apart in several ways: which noun does “of 2020” go with?",
  semantic_ambiguity: "The words are clear but vague: how old is recent, how much is many?",
  schema_linking_ambiguity: "A word fits several tables or columns: which of the dates is meant by the date?",
  intent_ambiguity: "The operation or the measure is open: best by what, top by which figure?",
  knowledge_linking_ambiguity: "A concept of the knowledge base is meant but not called by its name.",
  decimal_ambiguity: "How to round is open. Annotated where the gold rounds or formats numbers.",
  join_ambiguity:
    "Whether unmatched rows stay is open. Annotated where the gold needs another join than the inner one.",
  distinct_ambiguity: "Whether duplicates count is open. Annotated where the gold says DISTINCT.",
  sort_ambiguity: "The order is open. Annotated where the gold has ORDER BY without LIMIT.",
  null_ambiguity:
    "What a missing value counts as is open. Annotated where the gold handles NULLs (COALESCE …).",
  rank_ambiguity: "How ties rank is open. Annotated where the gold calls a ranking function.",
  divide_by_zero_ambiguity:
    "What a ratio over nothing is, is open. Annotated where the gold guards a division.",
  knowledge_ambiguity: "The definition stands in a node that is hidden, so that only the user can tell it.",
  null_value_ambiguity: "A column that the gold uses holds NULLs.",
  mixed_unit_ambiguity: "A column holds numbers in several units, or with the unit in the text.",
  inconsistent_name_ambiguity: "A column writes the same thing in several ways.",
};
