import { BadgeCheck } from "lucide-react";
import { useRef, useState } from "react";
import type { TaskCrossChecks } from "#shared/contract/cross-checks.ts";
import type { TaskDetails } from "#shared/contract/tasks.ts";
import type { Criterion } from "#shared/domain/cross-check.ts";
import { useCrossChecksOfTask } from "../../../data/cross-checks.ts";
import { errorDetails, errorText } from "../../../data/faults.ts";
import { useTask } from "../../../data/tasks.ts";
import { useViewState } from "../../../data/view-state.ts";
import { Button } from "../../../ui/button.tsx";
import { Chip } from "../../../ui/chip.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { InlineError } from "../../../ui/inline-error.tsx";
import { Pane, PaneHandle, Panes } from "../../../ui/panes.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import { notify } from "../../../ui/toasts.tsx";
import type { QualityTabProps } from "../quality-tab-props.ts";
import { AttemptOutcome, BlindAttemptPane, triesFirstState } from "./blind-attempt-pane.tsx";
import { ChangedSince } from "./changed-since.tsx";
import { CheckListPane } from "./check-list-pane.tsx";
import { stageWords } from "./check-words.ts";
import { CheckedCertificate } from "./checked-certificate.tsx";
import { CheckedTask } from "./checked-task.tsx";
import { CriteriaPane, checkSums, SendBar } from "./criteria-pane.tsx";
import { type CheckQueue, useCheckQueue } from "./use-check-queue.ts";
import { type CheckSteps, useCheckSteps } from "./use-check-steps.ts";
import { useCheckCommands, useCheckQueueCommands } from "./use-cross-check-commands.ts";
import { useJudging } from "./use-judging.ts";

/** Tasks that somebody else wrote, checked by five criteria before they are accepted (BIRD-INTERACT appendix Q). */
export function CrossCheckTab({ project, onTask, onDialogue }: QualityTabProps) {
  const queue = useCheckQueue(project.id);
  const steps = useCheckSteps();
  const [undone, setUndone] = useState(0);
  const onUndone = (taskId: number): void => {
    queue.open(taskId);
    setUndone(undone + 1);
  };
  useCheckQueueCommands({ queue, steps, onUndone });
  const { all, error, id } = queue;
  if (error)
    return (
      <InlineError className="m-2" title="The cross-checks could not be read." details={errorDetails(error)}>
        {errorText(error)}
      </InlineError>
    );
  if (all === undefined) return <SkeletonLines lines={10} />;
  return (
    <Panes id="quality.cross-check">
      <Pane id="list" label="The tasks to cross-check" size={280} min={200} max="40%">
        <CheckListPane queue={queue} />
      </Pane>
      <PaneHandle label="Width of the list" />
      <Pane id="check" label="The cross-check" min={560}>
        {id === null ? (
          <NothingToCheck queue={queue} />
        ) : (
          <OneCheck
            key={id}
            taskId={id}
            undone={undone}
            queue={queue}
            steps={steps}
            {...{ onTask, onDialogue }}
          />
        )}
      </Pane>
    </Panes>
  );
}

function NothingToCheck({ queue: { all = [], shown, setShown } }: { queue: CheckQueue }) {
  const own = all.filter(({ stage, isMine }) => stage === "to-check" && !isMine).length;
  const written = all.filter(({ stage }) => stage === "being-written" || stage === "sent-back").length;
  return (
    <EmptyState
      icon={BadgeCheck}
      title={shown === "mine" ? "No task waits for you" : "No task is here"}
      actions={all.length > 0 && <Button onClick={() => setShown("all")}>Show all tasks</Button>}
    >
      A second person checks each task before it is accepted: its questions, gold, ambiguities, tests and
      ethics. Tasks come here once their author submits them on the Tasks screen (Alt+Shift+J).{" "}
      {own > 0 && `${own} of your own ${own === 1 ? "waits" : "wait"} for somebody else. `}
      {written > 0 && `${written} ${written === 1 ? "is" : "are"} still being written or revised.`}
    </EmptyState>
  );
}

interface OneCheckProps {
  taskId: number;
  /** Grows when something was taken back. */
  undone: number;
  queue: CheckQueue;
  steps: CheckSteps;
  onTask(taskId: number): void;
  onDialogue(dialogueId: number): void;
}

function OneCheck(props: OneCheckProps) {
  const { taskId, onDialogue } = props;
  const { data: view, error } = useCrossChecksOfTask(taskId);
  const [triesFirst] = useViewState(triesFirstState);
  const [isShown, setShown] = useState(false);
  if (error) return <NotRead error={error} />;
  if (view === undefined) return <SkeletonLines lines={10} />;
  const isNew = view.attempt === null && view.criteria.every(({ judgement }) => judgement === null);
  const waits = triesFirst && !isShown && isNew && view.whyNot === null;
  if (waits || view.attempt?.isOpen)
    return <BlindAttemptPane view={view} onShow={() => setShown(true)} onDialogue={onDialogue} />;
  return <ReadCheck {...props} view={view} />;
}

function ReadCheck({ undone, ...props }: OneCheckProps & { view: TaskCrossChecks }) {
  const { data, error } = useTask(props.taskId);
  if (error) return <NotRead error={error} />;
  if (data?.taskId !== props.taskId) return <SkeletonLines lines={10} />;
  return <Check key={`${props.view.revision} ${undone}`} {...props} details={data} />;
}

function NotRead({ error }: { error: unknown }) {
  return (
    <InlineError className="m-3" title="The task could not be read." details={errorDetails(error)}>
      {errorText(error)}
    </InlineError>
  );
}

interface CheckProps extends Omit<OneCheckProps, "undone"> {
  view: TaskCrossChecks;
  details: TaskDetails;
}

function Check({ view, details, queue, steps, onTask, onDialogue }: CheckProps) {
  const { taskId, projectId, whyNot } = view;
  const judging = useJudging(view, steps);
  const reasonField = useRef<HTMLTextAreaElement>(null);
  const reject = (criterion: Criterion): void => {
    judging.reject(criterion);
    // The field is there once it is drawn.
    requestAnimationFrame(() => reasonField.current?.focus());
  };
  const { isSending, failure, send, takeBack } = useSending({
    ...{ view, details, queue, steps },
    flush: judging.flush,
  });
  const canJudge = whyNot === null;
  const openTask = () => onTask(taskId);
  useCheckCommands({
    ...{ judging, canJudge, reject, takeBack, openTask },
    canSend: canJudge && checkSums(judging).open === 0 && !isSending,
    canTakeBack: view.canTakeBack,
    send: () => void send(),
  });
  return (
    <Panes id="quality.checked-task">
      <Pane id="task" label="The task" min={320}>
        <CheckHeader view={view} details={details} onOpen={openTask} />
        <section
          aria-label="The task to check"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard.
          tabIndex={0}
          className="min-h-0 flex-1 overflow-auto"
        >
          <ChangedSince view={view} task={details.task} />
          <CheckedTask
            projectId={projectId}
            task={details.task}
            criterion={canJudge ? judging.active : null}
          />
        </section>
      </Pane>
      <PaneHandle label="Width of the criteria" />
      <Pane id="criteria" label="The criteria" size={360} min={280} max="50%">
        <div className="min-h-0 flex-1 overflow-auto">
          <CriteriaPane view={view} judging={judging} reasonField={reasonField} onReject={reject} />
          <AttemptOutcome view={view} onDialogue={onDialogue} />
          <CheckedCertificate taskId={taskId} />
        </div>
        <NotSent failure={failure} />
        <SendBar
          view={view}
          judging={judging}
          isSending={isSending}
          onSend={() => void send()}
          onTakeBack={takeBack}
        />
      </Pane>
    </Panes>
  );
}

function NotSent({ failure }: { failure: unknown }) {
  if (failure === null) return null;
  return (
    <InlineError className="m-2" title="The check was not sent." details={errorDetails(failure)}>
      {errorText(failure)}
    </InlineError>
  );
}

interface SendingProps extends Pick<CheckProps, "view" | "details" | "queue" | "steps"> {
  flush(): Promise<void>;
}

/** Sends the check and goes on to the next task that waits for this person. */
function useSending({ view, details, queue, steps, flush }: SendingProps) {
  const { taskId, revision } = view;
  const { instanceId } = details.task;
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const attempt = async (call: () => Promise<void>): Promise<void> => {
    setSending(true);
    setFailure(null);
    try {
      await call();
    } catch (error) {
      setFailure(error);
    }
    setSending(false);
  };
  const send = () =>
    attempt(async () => {
      await flush();
      const next = queue.nextMine();
      const after = await steps.send(taskId, revision);
      const isAccepted = after.stage === "checked";
      notify({
        id: "cross-check",
        kind: "done",
        title: isAccepted ? `${instanceId} is accepted` : `${instanceId} was sent back to its author`,
        description: "Take it back with U, as long as nobody has acted on it.",
      });
      if (next !== null) queue.show(next);
    });
  const takeBack = (): void => void attempt(() => steps.takeBack(taskId));
  return { isSending, failure, send, takeBack };
}

interface CheckHeaderProps {
  view: TaskCrossChecks;
  details: TaskDetails;
  onOpen(): void;
}

function CheckHeader({
  view: { stage, author, assignee, revision },
  details: { task },
  onOpen,
}: CheckHeaderProps) {
  const { title, icon } = stageWords[stage];
  return (
    <header className="flex h-10 shrink-0 items-center gap-2 border-b px-4">
      <h2 className="flex min-w-0 items-center font-mono font-semibold">
        <span className="truncate select-text">{task.instanceId}</span>
        <CopyButton text={task.instanceId} label="Copy the id" />
      </h2>
      <p className="flex h-7 min-w-0 flex-1 flex-wrap items-center gap-x-1 gap-y-2 overflow-hidden p-1">
        <Chip icon={icon}>{title}</Chip>
        <Chip
          definition={
            author === null
              ? "It came by import; nobody has saved it here."
              : `${author} saved the newest revision, ${revision}.`
          }
        >
          {author === null ? "imported" : `by ${author}`}
        </Chip>
        {assignee !== null && <Chip definition="Who works on it now">{assignee}</Chip>}
        {task.category !== null && <Chip>{task.category}</Chip>}
        <Chip definition="The database of the task">{task.database}</Chip>
      </p>
      <Button size="sm" keys="o" onClick={onOpen}>
        Open the task
      </Button>
    </header>
  );
}
