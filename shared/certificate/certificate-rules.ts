/** What a rule of the certificate says, and how to mend what it reports. */
export interface CertificateRule {
  meaning: string;
  fix: string;
}

const nothing = "There is nothing to mend in the task.";

/** The rules that a certificate reports by beside those of lint and checks (shared/findings), and those that let something pass. */
export const certificateRules: Readonly<Record<string, CertificateRule>> = {
  "part-not-settled": {
    meaning:
      "A value, a name or a calculation of the gold comes from nothing that a system can read or be told.",
    fix: "Say it in the ambiguous question, in a visible knowledge node or in the words of a clarification.",
  },
  "condition-not-said": {
    meaning:
      "The gold leaves out rows by a condition of which no question, knowledge or clarification speaks.",
    fix: "Say it in the ambiguous question, in a visible knowledge node or in the words of a clarification.",
  },
  "order-not-said": {
    meaning: "The rows are compared in their order, and nobody asks for one.",
    fix: "Ask for the order in the question, or set `conditions.order` to false.",
  },
  "question-contradicts-gold": {
    meaning:
      "A question says another number, limit, direction, grouping or tie-break than the gold has, or names knowledge that the gold does not follow.",
    fix: "Correct the question or the gold.",
  },
  "knowledge-contradicts-gold": {
    meaning: "A knowledge node that the task lists as used has a number that the gold does not have.",
    fix: "Correct the gold, the node or the list of knowledge.",
  },
  "reading-passes": {
    meaning:
      "Another reading of the ambiguity passes the tests, so a system that never asks can be right by luck.",
    fix: "Reject the reading if nobody could mean it, or write a test that it fails.",
  },
  "too-few-readings": {
    meaning: "Fewer than three other readings of the ambiguity run and fail the tests.",
    fix: "Write down what else its words could mean, each in SQL.",
  },
  "typical-reading-passes": {
    meaning: "The other reading that the type of the ambiguity is about gives what the gold gives.",
    fix: "Choose a detail that makes a difference on this data.",
  },
  "condition-decides-nothing": {
    meaning: "A condition with a value leaves out no row of this data, so an answer without it passes.",
    fix: "Ask for a value that leaves something out.",
  },
  "part-of-gold-empty": {
    meaning: "A query inside the gold returns no rows on this data.",
    fix: "Ask for something that is in the data.",
  },
  "readings-cancel-out": {
    meaning: "Wrong readings of two ambiguities pass the tests together, though one of them alone fails.",
    fix: "Write a test that tells both together from the gold.",
  },
  "mutant-survives": {
    meaning:
      "The tests let a changed gold pass, and neither a rule, the data nor the evaluator explains why.",
    fix: "Write a test that catches it, or ignore the mutant and say why.",
  },
  "state-not-needed": {
    meaning:
      "The follow-up is said to depend on the state, and passes or asks for more where phase 1 was never run.",
    fix: "Let its gold use what phase 1 changes, or choose another type for it.",
  },
  "state-lost": {
    meaning:
      "The gold of the follow-up does not find what it is about: nobody made it, or it is gone before the follow-up.",
    fix: "Let phase 1 make it for good, and clean up only after the follow-up.",
  },
  "not-solved-by-asking": {
    meaning: "A system that asks about every ambiguity does not solve the task within patience.",
    fix: "Look at the preview of the dialogue: say in the words of each clarification what is missing.",
  },
  "solved-without-asking": {
    meaning: "A system that asks nothing, or leaves one question out, solves the task all the same.",
    fix: "Make the other reading fail: write a test that tells it from the gold.",
  },
  "settled-without-asking": {
    meaning: "The question, or one visible knowledge node, says every part of an ambiguity's snippet.",
    fix: "Use vaguer words, or hide the node.",
  },
  "terms-alike": {
    meaning: "Two ambiguities have the same term, so that only one of them can be asked about.",
    fix: "Give each the words of the question that leave it open.",
  },
  "not-learnt-by-asking": {
    meaning: "A part of the gold is said by nobody, however much is asked.",
    fix: "Annotate it as an ambiguity, or say it in the question.",
  },
  "simulator-leaks": {
    meaning: "The simulated user gives away what nobody asked about.",
    fix: "Leave it out of the words of the clarification or of the question that gives it away.",
  },
  "evaluator-as-shipped": {
    meaning: "It fails only because of a fault of the evaluator as it is shipped.",
    fix: nothing,
  },
  "no-more-readings": {
    meaning: "No operator makes another reading of the snippet, so fewer than three are enough.",
    fix: "You can write down readings of your own.",
  },
  "aimed-rows": {
    meaning: "It returns what the gold returns on this data; rows that can be inserted tell them apart.",
    fix: nothing,
  },
  "more-rows": {
    meaning:
      "It returns what the gold returns on this data; more than five rows that can be inserted, a whole group, tell them apart.",
    fix: nothing,
  },
  "small-world": {
    meaning:
      "It returns what the gold returns on this data; where the rows of one parent are all that is left of a table, they differ.",
    fix: nothing,
  },
  "soft-ex": {
    meaning: "The results differ, but the evaluator's default test calls them equal.",
    fix: nothing,
  },
  "compared-as-sets": {
    meaning: "It can differ from the gold by duplicates only, and the test compares sets.",
    fix: nothing,
  },
  "still-searched": {
    meaning: "It passes the tests; rows that tell it from the gold are still being searched for.",
    fix: "Wait until the certificate has ended.",
  },
  "same-meaning": {
    meaning: "It is written differently and means what the gold means.",
    fix: nothing,
  },
  "result-differs": {
    meaning: "Its result differs from the gold's, and the tests let it pass.",
    fix: "Write a test that catches it.",
  },
  "same-on-this-data": {
    meaning: "It returns what the gold returns on this data, and no rows were found that tell them apart.",
    fix: "Write a test that catches it, or ignore the mutant and say why.",
  },
};
