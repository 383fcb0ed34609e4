import { CircleCheck, RefreshCw, TriangleAlert } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { errorText } from "../../data/faults.ts";
import { useSetServerPassword, useTaskServer } from "../../data/task-server.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TextField } from "../../ui/text-field.tsx";

/** Whether the project's server answers, and the password for it: never stored in clear, never shown again. */
export function ServerPassword({ projectId }: { projectId: number }) {
  const server = useTaskServer(projectId, true);
  const hand = useSetServerPassword();
  const { canKeepPassword = false, hasPassword = false, problem = null, cannotHold = [] } = server.data ?? {};
  const trouble = hand.error ?? server.error;
  return (
    <div className="flex flex-col gap-2 rounded-md border px-3 py-2">
      <div className="flex min-h-7 items-center gap-2" role="status">
        {server.isFetching ? (
          <Skeleton className="h-3 w-40" />
        ) : (
          <Answer problem={trouble ? errorText(trouble) : problem} />
        )}
        <div className="flex-1" />
        <IconButton
          size="sm"
          icon={RefreshCw}
          label="Check the connection again"
          onClick={() => void server.refetch()}
        />
      </div>
      {cannotHold.length > 0 && (
        <ul className="flex flex-col gap-1 text-muted">
          {cannotHold.map((sentence) => (
            <li key={sentence} className="flex gap-2">
              <TriangleAlert size={14} className="mt-0.5 shrink-0 text-warning" aria-hidden />
              <span className="min-w-0">{sentence}</span>
            </li>
          ))}
        </ul>
      )}
      <PasswordField
        canKeep={canKeepPassword}
        isThere={hasPassword}
        busy={hand.isPending}
        onPassword={(password, keep, onTaken) =>
          hand.mutate({ projectId, password, keep }, { onSuccess: onTaken })
        }
      />
    </div>
  );
}

interface PasswordFieldProps {
  /** This host has a key store. */
  canKeep: boolean;
  isThere: boolean;
  busy: boolean;
  /** Hands a password over, "" to forget it; calls back once it was taken. */
  onPassword(password: string, keep: boolean, onTaken: () => void): void;
}

function PasswordField({ canKeep, isThere, busy, onPassword }: PasswordFieldProps) {
  const [password, setPassword] = useState("");
  const [keep, setKeep] = useState(true);
  const handOver = (text: string): void => onPassword(text, keep && canKeep, () => setPassword(""));
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Enter") return;
    // Enter is for the password, not for the settings around it.
    event.preventDefault();
    if (password !== "") handOver(password);
  };
  return (
    <>
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <TextField
            label="Password"
            type="password"
            autoComplete="off"
            value={password}
            onChange={setPassword}
            onKeyDown={onKeyDown}
            placeholder={isThere ? "a password is set" : "no password is set"}
            hint={
              canKeep
                ? "Querent forgets it on exit unless you save it in this computer's key store."
                : "Querent forgets it on exit: there is no key store here."
            }
          />
        </div>
        <Button className="mt-5" disabled={password === ""} busy={busy} onClick={() => handOver(password)}>
          Set password
        </Button>
        <Button variant="quiet" className="mt-5" disabled={!isThere} onClick={() => handOver("")}>
          Forget password
        </Button>
      </div>
      {canKeep && (
        <Checkbox checked={keep} onChange={setKeep}>
          Save in the key store
        </Checkbox>
      )}
    </>
  );
}

function Answer({ problem }: { problem: string | null }) {
  return problem === null ? (
    <>
      <CircleCheck size={14} className="shrink-0 text-added" aria-hidden />
      Connected to the server.
    </>
  ) : (
    <>
      <TriangleAlert size={14} className="shrink-0 text-warning" aria-hidden />
      <span className="min-w-0 break-words">{problem}</span>
    </>
  );
}
