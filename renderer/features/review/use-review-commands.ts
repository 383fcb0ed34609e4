import { diagnoses, diagnosisSpecs } from "#shared/domain/verdict.ts";
import { type Command, useCommands } from "../../ui/commands.ts";
import { undoCommands } from "../../ui/undo.ts";
import type { ReviewView } from "./review-view.ts";
import type { ReviewQueue } from "./use-review-queue.ts";
import type { VerdictActions } from "./verdict/use-verdict-actions.ts";

/** What the commands act on beside the queue, the verdict and the view. */
export interface ReviewHandles {
  nextUnlabelled(step: 1 | -1): void;
  focusPosition(): void;
  focusSearch(): void;
  focusNote(): void;
  focusResult(side: "predicted" | "gold"): void;
  copySql(side: "predicted" | "gold"): void;
  rerun(longer: boolean): void;
  cancel(): void;
  goToDifference(step: 1 | -1): void;
  toggle(popover: "filters" | "details" | "history" | "others"): void;
  openScratch(): void;
}

/** What the commands of the screen act on. */
export interface ReviewCommands {
  queue: ReviewQueue;
  actions: VerdictActions;
  view: ReviewView;
  onView(change: Partial<ReviewView>): void;
  handles: ReviewHandles;
}

/** Everything that can be done on the review screen, by key and palette. */
export function useReviewCommands(commands: ReviewCommands): void {
  const { items, verdict, results, view } = reviewCommands(commands);
  useCommands("Items", items);
  useCommands("Verdict", verdict);
  useCommands("Results and SQL", results);
  useCommands("View", view);
}

/** The commands of the review screen by group. */
export function reviewCommands({ queue, actions, view, onView, handles }: ReviewCommands) {
  return {
    items: itemCommands(queue, handles),
    verdict: verdictCommands(actions, handles),
    results: [...resultCommands(view, onView, handles), ...sqlCommands(view, onView, handles)],
    view: viewCommands(view, onView, handles),
  };
}

function itemCommands(queue: ReviewQueue, handles: ReviewHandles): Command[] {
  const at = (id: string, title: string, keys: string[], run: () => void): Command => ({
    id,
    title,
    keys,
    run,
  });
  return [
    at("review.next", "Next item", ["j", "ArrowDown"], () => queue.step("next")),
    at("review.previous", "Previous item", ["k", "ArrowUp"], () => queue.step("previous")),
    at("review.first", "First item", ["g g"], () => queue.step("first")),
    at("review.last", "Last item", ["shift+g"], () => queue.step("last")),
    at("review.next-unlabelled", "Next unlabelled item", ["shift+j"], () => handles.nextUnlabelled(1)),
    at("review.previous-unlabelled", "Previous unlabelled item", ["shift+k"], () =>
      handles.nextUnlabelled(-1),
    ),
    at("review.go-to", "Go to position in the queue", ["mod+g"], handles.focusPosition),
    at("review.search", "Search the queue", ["/"], handles.focusSearch),
    at("review.filters", "Filters", ["shift+f"], () => handles.toggle("filters")),
    at("review.clear-filters", "Clear all filters", ["shift+x"], () => queue.setFilter({})),
    at("review.refresh", "Reapply filters", ["shift+l"], queue.refresh),
    at("review.details", "Details of the item", ["i"], () => handles.toggle("details")),
  ];
}

function verdictCommands(actions: VerdictActions, handles: ReviewHandles): Command[] {
  return [
    {
      id: "verdict.yes",
      title: "Yes: the prediction is right",
      keys: ["y"],
      run: () => actions.setLabel("yes"),
    },
    {
      id: "verdict.no",
      title: "No: the prediction is wrong",
      keys: ["n"],
      run: () => actions.setLabel("no"),
    },
    ...diagnoses.map(
      (diagnosis, index): Command => ({
        id: `verdict.${diagnosis}`,
        title: `Diagnosis: ${diagnosisSpecs[diagnosis].label}`,
        keys: [String(index + 1)],
        run: () => actions.toggleDiagnosis(diagnosis),
      }),
    ),
    { id: "verdict.note", title: "Write the note", keys: ["e"], run: handles.focusNote },
    {
      id: "verdict.save",
      title: "Save and next",
      keys: ["mod+Enter"],
      inInputs: true,
      run: actions.saveAndNext,
    },
    {
      id: "verdict.save-stay",
      title: "Save and stay",
      keys: ["mod+s"],
      inInputs: true,
      run: () => void actions.save(),
    },
    { id: "verdict.skip", title: "Skip", keys: ["s"], run: actions.skip },
    { id: "verdict.flag", title: "Flag for discussion", keys: ["f"], run: actions.toggleFlag },
    ...undoCommands({
      ...{ id: "verdict", noun: "verdict", undoKeys: ["u"], redoKeys: ["shift+u"] },
      undo: actions.undo,
    }),
    {
      id: "verdict.history",
      title: "History of this verdict",
      keys: ["h"],
      run: () => handles.toggle("history"),
    },
    {
      id: "verdict.others",
      title: "Other reviewers' verdicts",
      keys: ["o"],
      run: () => handles.toggle("others"),
    },
  ];
}

type OnView = ReviewCommands["onView"];

function resultCommands(view: ReviewView, onView: OnView, handles: ReviewHandles): Command[] {
  return [
    {
      id: "result.only-differences",
      title: view.onlyDifferences ? "Show all rows" : "Show only differences",
      keys: ["d"],
      run: () => onView({ onlyDifferences: !view.onlyDifferences, aligned: true }),
    },
    {
      id: "result.aligned",
      title: view.aligned ? "Show rows in their own order" : "Align rows side by side",
      keys: ["a"],
      run: () => onView({ aligned: !view.aligned }),
    },
    {
      id: "result.next-difference",
      title: "Next difference",
      keys: ["."],
      run: () => handles.goToDifference(1),
    },
    {
      id: "result.previous-difference",
      title: "Previous difference",
      keys: [","],
      run: () => handles.goToDifference(-1),
    },
    {
      id: "result.predicted",
      title: "Move to the predicted result",
      keys: ["["],
      run: () => handles.focusResult("predicted"),
    },
    {
      id: "result.gold",
      title: "Move to the gold result",
      keys: ["]"],
      run: () => handles.focusResult("gold"),
    },
    { id: "result.rerun", title: "Run both again", keys: ["r"], run: () => handles.rerun(false) },
    {
      id: "result.rerun-longer",
      title: "Run both again with a longer limit",
      keys: ["shift+r"],
      run: () => handles.rerun(true),
    },
    {
      id: "result.cancel",
      title: "Cancel the running queries",
      keys: ["mod+."],
      inInputs: true,
      run: handles.cancel,
    },
  ];
}

function sqlCommands(view: ReviewView, onView: OnView, handles: ReviewHandles): Command[] {
  return [
    {
      id: "sql.formatted",
      title: view.formatted ? "Show SQL as written" : "Format SQL",
      keys: ["v"],
      run: () => onView({ formatted: !view.formatted }),
    },
    {
      id: "sql.wrap",
      title: view.wrap ? "Scroll long lines" : "Wrap long lines",
      keys: ["w"],
      run: () => onView({ wrap: !view.wrap }),
    },
    {
      id: "sql.marks",
      title: view.marks ? "Hide differences in the SQL" : "Mark differences in the SQL",
      keys: ["m"],
      run: () => onView({ marks: !view.marks }),
    },
    {
      id: "sql.copy-predicted",
      title: "Copy predicted SQL",
      keys: ["c"],
      run: () => handles.copySql("predicted"),
    },
    { id: "sql.copy-gold", title: "Copy gold SQL", keys: ["shift+c"], run: () => handles.copySql("gold") },
  ];
}

function viewCommands(view: ReviewView, onView: OnView, handles: ReviewHandles): Command[] {
  return [
    {
      id: "view.queue",
      title: view.queue ? "Hide the queue" : "Show the queue",
      keys: ["b"],
      run: () => onView({ queue: !view.queue }),
    },
    {
      id: "view.schema",
      title: view.schema ? "Hide the schema" : "Show the schema",
      keys: ["alt+s"],
      run: () => onView({ schema: !view.schema }),
    },
    {
      id: "view.scratch",
      title: view.scratch ? "Close the scratch query" : "Open a scratch query",
      keys: ["q"],
      run: () => (view.scratch ? onView({ scratch: false }) : handles.openScratch()),
    },
  ];
}
