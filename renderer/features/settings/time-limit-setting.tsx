import { useState } from "react";
import { TimeLimitMs, useTimeLimit } from "../../data/time-limit.ts";
import { TextField } from "../../ui/text-field.tsx";

/** How long a statement may run on the review screen before it is stopped. */
export function TimeLimitSetting() {
  const [timeLimitMs, setTimeLimitMs] = useTimeLimit();
  const [seconds, setSeconds] = useState(String(timeLimitMs / 1000));
  const entered = TimeLimitMs.safeParse(Math.round(Number(seconds.replace(",", ".")) * 1000));
  const change = (text: string): void => {
    setSeconds(text);
    const limit = TimeLimitMs.safeParse(Math.round(Number(text.replace(",", ".")) * 1000));
    if (limit.success) setTimeLimitMs(limit.data);
  };
  return (
    <div className="max-w-60">
      <TextField
        label="Time limit of a statement, in seconds"
        inputMode="decimal"
        value={seconds}
        onChange={change}
        error={entered.success ? null : "A number from 0.001 to 600 is expected, such as 10."}
        hint="A statement that takes longer is stopped and shown as a timeout."
      />
    </div>
  );
}
