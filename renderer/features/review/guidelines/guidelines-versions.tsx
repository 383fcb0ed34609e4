import { useState } from "react";
import type { GuidelinesVersion } from "#shared/contract/guidelines.ts";
import { type DiffLines, lineDiff } from "#shared/text/line-diff.ts";
import { classes } from "../../../ui/classes.ts";
import { Select } from "../../../ui/select.tsx";
import { TimeAgo } from "../../../ui/time-ago.tsx";

interface VersionChangesProps {
  /** The newest first. */
  versions: readonly GuidelinesVersion[];
  /** The version to compare with at first, where it is an earlier one. */
  from: number;
}

/** One version of the guidelines beside an earlier one, line by line; who wrote it, and when. */
export function VersionChanges({ versions, from }: VersionChangesProps) {
  const newest = versions[0]?.version ?? 0;
  const [shown, setShown] = useState(newest);
  const [before, setBefore] = useState(from > 0 && from < newest ? from : newest - 1);
  const text = (version: number) => versions.find((one) => one.version === version)?.text ?? "";
  const chosen = versions.find(({ version }) => version === shown);
  const title = (version: number) => (version === 0 ? "nothing" : `version ${version}`);
  return (
    <div className="flex flex-col gap-2 p-3">
      <div className="flex flex-wrap items-end gap-2">
        <Select
          label="Version"
          value={String(shown)}
          options={versions.map(({ version, by }) => ({
            value: String(version),
            title: title(version),
            detail: by,
          }))}
          onChange={(value) => {
            setShown(Number(value));
            setBefore(Number(value) - 1);
          }}
        />
        <Select
          label="Compared with"
          value={String(before)}
          options={Array.from({ length: shown }, (_, version) => ({
            value: String(version),
            title: title(version),
          })).reverse()}
          onChange={(value) => setBefore(Number(value))}
        />
        {chosen && (
          <span className="pb-1 text-sm text-muted">
            {chosen.by}, <TimeAgo at={chosen.at} />
          </span>
        )}
      </div>
      <pre className="overflow-auto rounded-md border bg-canvas py-1 font-mono text-sm whitespace-pre-wrap select-text">
        {lineDiff(text(before), text(shown)).map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one comparison never move.
          <Part key={at} part={part} />
        ))}
      </pre>
    </div>
  );
}

const looks = {
  same: { sign: " ", className: "" },
  gone: { sign: "−", className: "bg-removed-fill text-removed" },
  new: { sign: "+", className: "bg-added-fill text-added" },
};

function Part({ part: { kind, lines } }: { part: DiffLines }) {
  const { sign, className } = looks[kind];
  return lines.map((line, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines of one comparison never move.
    <div key={at} className={classes("px-2", className)}>
      {sign} {line}
    </div>
  ));
}
