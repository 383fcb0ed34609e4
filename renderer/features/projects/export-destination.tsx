import { pickFolder } from "../../data/files.ts";
import { abilities } from "../../host/abilities.ts";
import { PathField } from "../../ui/path-field.tsx";
import { folderOf, inFolder } from "../../ui/paths.ts";
import { RadioList } from "../../ui/radio-list.tsx";

/** Where an export goes: saved by this window (a download, or the system's own dialog), or written to a path. */
export type Destination = { to: "window" } | { to: "path"; path: string };

export interface ExportDestinationProps {
  destination: Destination;
  onChange(destination: Destination): void;
  /** What the file may be called: proposed when a folder is chosen. */
  fileName: string;
}

/** Asks where an export goes. */
export function ExportDestination({ destination, onChange, fileName }: ExportDestinationProps) {
  const path = destination.to === "path" ? destination.path : "";
  const choose = async (): Promise<string | null> => {
    const folder = await pickFolder("Folder for the export", folderOf(path), { toWrite: true });
    return folder === null ? null : inFolder(folder, fileName);
  };
  return (
    <div className="flex flex-col gap-2">
      <RadioList<Destination["to"]>
        inline
        label="Destination"
        value={destination.to}
        onChange={(to) => onChange(to === "path" ? { to, path: "" } : { to })}
        options={[
          { value: "window", title: abilities.openFile ? "Ask where to save it" : "Download" },
          { value: "path", title: "A path on the machine that runs Querent" },
        ]}
      />
      {destination.to === "path" ? (
        <PathField
          label="Path of the file"
          value={path}
          onChange={(next) => onChange({ to: "path", path: next })}
          choose={choose}
          hint="An existing file is replaced when the export is complete."
        />
      ) : null}
    </div>
  );
}
