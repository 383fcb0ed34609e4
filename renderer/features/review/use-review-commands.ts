import type { VerdictForm } from "#shared/domain/verdict-form.ts";
import { askForNewComment } from "../../results/comments/asked-threads.ts";
import { type ComparisonHandles, resultCommands, sqlCommands } from "../../results/comparison-commands.ts";
import { type Command, command, useCommands } from "../../ui/commands.ts";
import { undoCommands } from "../../ui/undo.ts";
import type { ReviewView } from "./review-view.ts";
import type { ReviewQueue } from "./use-review-queue.ts";
import type { VerdictActions } from "./verdict/use-verdict-actions.ts";

/** What the commands act on beside the queue, the verdict and the view. */
export interface ReviewHandles extends Omit<ComparisonHandles, "onView"> {
  nextUnlabelled(step: 1 | -1): void;
  focusPosition(): void;
  focusSearch(): void;
  focusNote(): void;
  focusRubric(id: string): void;
  focusResult(side: "predicted" | "gold"): void;
  toggle(popover: "filters" | "details" | "history" | "others" | "earlier"): void;
  openScratch(): void;
  openCorrected(): void;
}

/** What the commands of the screen act on. */
export interface ReviewCommands {
  queue: ReviewQueue;
  actions: VerdictActions;
  form: VerdictForm;
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
export function reviewCommands({ queue, actions, form, view, onView, handles }: ReviewCommands) {
  return {
    items: itemCommands(queue, handles),
    verdict: [...formCommands(form, actions, handles), ...verdictCommands(actions, handles)],
    results: [
      ...resultCommands(view, { ...handles, onView }),
      ...focusCommands(handles),
      ...sqlCommands(view, { ...handles, onView }, "predicted"),
    ],
    view: viewCommands(view, onView, handles),
  };
}

function itemCommands(queue: ReviewQueue, handles: ReviewHandles): Command[] {
  return [
    command("review.next", "Next item", ["j", "ArrowDown"], () => queue.step("next")),
    command("review.previous", "Previous item", ["k", "ArrowUp"], () => queue.step("previous")),
    command("review.first", "First item", ["g g"], () => queue.step("first")),
    command("review.last", "Last item", ["shift+g"], () => queue.step("last")),
    command("review.next-unlabelled", "Next unlabelled item", ["shift+j"], () => handles.nextUnlabelled(1)),
    command("review.previous-unlabelled", "Previous unlabelled item", ["shift+k"], () =>
      handles.nextUnlabelled(-1),
    ),
    command("review.go-to", "Go to position in the queue", ["mod+g"], handles.focusPosition),
    command("review.search", "Search the queue", ["/"], handles.focusSearch),
    command("review.filters", "Filters", ["shift+f"], () => handles.toggle("filters")),
    command("review.clear-filters", "Clear all filters", ["shift+x"], () => queue.setFilter({})),
    command("review.refresh", "Reapply filters", ["shift+l"], queue.refresh),
    command("review.details", "Details of the item", ["i"], () => handles.toggle("details")),
  ];
}

/** What the project's form asks for; what has no key is in the palette. */
function formCommands(form: VerdictForm, actions: VerdictActions, handles: ReviewHandles): Command[] {
  const keysOf = ({ key }: { key: string | null }) => (key === null ? [] : [key]);
  return [
    ...form.labels.map((label) =>
      command(`verdict.label.${label.id}`, `Label: ${label.name}`, keysOf(label), () =>
        actions.setLabel(label.id),
      ),
    ),
    ...form.diagnoses.map((diagnosis) =>
      command(`verdict.diagnosis.${diagnosis.id}`, `Diagnosis: ${diagnosis.name}`, keysOf(diagnosis), () =>
        actions.toggleDiagnosis(diagnosis.id),
      ),
    ),
    ...form.fields.map((field) =>
      command(`verdict.rubric.${field.id}`, `Answer: ${field.name}`, keysOf(field), () =>
        handles.focusRubric(field.id),
      ),
    ),
  ];
}

function verdictCommands(actions: VerdictActions, handles: ReviewHandles): Command[] {
  return [
    command("verdict.note", "Write the note", ["e"], handles.focusNote),
    command("verdict.save", "Save and next", ["mod+Enter"], actions.saveAndNext, { inInputs: true }),
    command("verdict.save-stay", "Save and stay", ["mod+s"], () => void actions.save(), { inInputs: true }),
    command("verdict.skip", "Skip", ["s"], actions.skip),
    command("verdict.flag", "Flag for discussion", ["f"], actions.toggleFlag),
    ...undoCommands({
      ...{ id: "verdict", noun: "verdict", undoKeys: ["u"], redoKeys: ["shift+u"] },
      undo: actions.undo,
    }),
    command("verdict.history", "History of this verdict", ["h"], () => handles.toggle("history")),
    command("verdict.earlier", "My earlier verdicts on related items", ["p"], () =>
      handles.toggle("earlier"),
    ),
    command("verdict.others", "Other reviewers' verdicts", ["o"], () => handles.toggle("others")),
  ];
}

function focusCommands({ focusResult }: ReviewHandles): Command[] {
  return [
    command("result.predicted", "Move to the predicted result", ["["], () => focusResult("predicted")),
    command("result.gold", "Move to the gold result", ["]"], () => focusResult("gold")),
  ];
}

type OnView = ReviewCommands["onView"];

function viewCommands(view: ReviewView, onView: OnView, handles: ReviewHandles): Command[] {
  return [
    command("view.queue", view.queue ? "Hide the queue" : "Show the queue", ["b"], () =>
      onView({ queue: !view.queue }),
    ),
    command("view.schema", view.schema ? "Hide the schema" : "Show the schema", ["alt+s"], () =>
      onView({ schema: !view.schema }),
    ),
    command("view.scratch", view.scratch ? "Close the scratch query" : "Open a scratch query", ["q"], () =>
      view.scratch ? onView({ scratch: false }) : handles.openScratch(),
    ),
    command("view.comments", view.comments ? "Hide the comments" : "Show the comments", ["alt+b"], () => {
      if (!view.comments) askForNewComment();
      onView({ comments: !view.comments });
    }),
    command("view.guidelines", view.guidelines ? "Hide the guidelines" : "Show the guidelines", ["l"], () =>
      onView({ guidelines: !view.guidelines }),
    ),
    command(
      "view.corrected",
      view.corrected ? "Close the corrected SQL" : "Write a corrected SQL",
      ["x"],
      () => (view.corrected ? onView({ corrected: false }) : handles.openCorrected()),
    ),
  ];
}
