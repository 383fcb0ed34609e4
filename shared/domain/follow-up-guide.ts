/** The guide to one type of follow-up for annotators (appendix H.5). */
export interface FollowUpGuide {
  type: string;
  label: string;
  definition: string;
  condition: string;
  example: { first: string; followUp: string };
}

/** Every type of `followUpTypes` with what an annotator has to know of it. */
export const followUpGuides: readonly FollowUpGuide[] = [
  {
    type: "constraint_change",
    label: "Constraint change",
    definition: "A condition of the first question becomes narrower or wider; the rest stays the same.",
    condition: "The new gold differs from the first in its conditions.",
    example: {
      first: "List the vessels that called in 2024.",
      followUp: "Only tankers, and those of 2023 as well.",
    },
  },
  {
    type: "topic_pivot",
    label: "Topic pivot",
    definition: "The same question is asked about another value or entity, often to compare.",
    condition: "The new gold differs from the first in the values that it asks for.",
    example: { first: "How often was the Alder sampled in June?", followUp: "And the Birch?" },
  },
  {
    type: "attribute_change",
    label: "Attribute change",
    definition: "Other columns, attributes or figures of the same rows are asked for.",
    condition: "The new gold differs from the first in what it selects.",
    example: {
      first: "Which berths had more than fifty calls?",
      followUp: "Give the average length of their calls instead.",
    },
  },
  {
    type: "result_based",
    label: "Result-based",
    definition: "The previous result is filtered, regrouped, nested or formatted differently.",
    condition: "The new gold contains the first one, or could read its rows.",
    example: {
      first: "Show the repairs of each running station.",
      followUp: "Regroup that by the agency that runs the stations.",
    },
  },
  {
    type: "aggregation",
    label: "Aggregation",
    definition: "A statistic, a count, a one-line list or a yes/no answer about the previous result.",
    condition: "The new gold returns one value, one row or a small table.",
    example: {
      first: "Show the ten largest incidents.",
      followUp: "Was any of them on a bathing river? One line with true or false.",
    },
  },
  {
    type: "state_dependent",
    label: "State-dependent",
    definition: "It works on a table, a view, a function or rows that the first phase made or changed.",
    condition:
      "Phase 1 is a management task, and the new gold fails or returns other rows if phase 1 did not run.",
    example: {
      first: "Create a view of the stations with a weak battery.",
      followUp: "From that view, count the stations of each agency.",
    },
  },
];

/** The guide to a type of follow-up; null for one outside the taxonomy. */
export function followUpGuide(type: string): FollowUpGuide | null {
  return followUpGuides.find((guide) => guide.type === type) ?? null;
}
