import { pickFolder } from "../../../data/files.ts";
import { ImportFailure } from "../../../results/import/import-progress.tsx";
import { PathField } from "../../../ui/path-field.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { TimeAgo } from "../../../ui/time-ago.tsx";
import { countText, numberText } from "../../../ui/time-text.ts";
import { Fact, Facts } from "../facts.tsx";
import type { FoundBundle, useOpenBundleForm } from "./use-open-bundle-form.ts";

interface OpenBundleFieldsProps {
  bundle: FoundBundle;
  form: ReturnType<typeof useOpenBundleForm>;
}

/** What a bundle is, as which project it is opened, and where its databases are. */
export function OpenBundleFields({ bundle, form }: OpenBundleFieldsProps) {
  return (
    <>
      <Facts>
        <Fact term="Bundle of">{bundle.project}</Fact>
        <Fact term="For">
          {bundle.reviewer}, <TimeAgo at={bundle.issuedAt} />
        </Fact>
        <Fact term="Items">
          {countText(bundle.items, "item")}, {numberText(bundle.judged)} judged already
        </Fact>
      </Facts>
      <PathField
        label="Folder of the databases"
        value={form.databasesDir}
        onChange={form.setDatabasesDir}
        choose={() => pickFolder("Folder of the databases", form.databasesDir)}
        hint="On this machine: a bundle brings none."
      />
      <TextField
        label="Project"
        value={form.projectName}
        onChange={form.setProjectName}
        hint="A new name, or the project as which an earlier bundle of the same was opened."
      />
      {form.error ? <ImportFailure error={form.error} /> : null}
    </>
  );
}
