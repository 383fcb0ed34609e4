import type { ProjectRole } from "#shared/domain/member.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";

interface RoleBoxesProps {
  /** Whose roles they are, for who hears the window. */
  whose: string;
  roles: readonly ProjectRole[];
  options: readonly ProjectRole[];
  disabled?: boolean;
  onChange(roles: ProjectRole[]): void;
}

const titles: Record<ProjectRole, string> = {
  lead: "Invites and removes people, sets labels and guidelines, sees figures, exports; may also do what all other roles may",
  annotator: "Writes tasks and checks those of others",
  reviewer: "Judges predictions",
  adjudicator: "Judges predictions, and settles where others disagree",
};

/** What a person does in a project, a box each. */
export function RoleBoxes({ whose, roles, options, disabled, onChange }: RoleBoxesProps) {
  return (
    <fieldset aria-label={`Roles of ${whose}`} className="flex flex-wrap gap-x-3">
      {options.map((role) => (
        <Checkbox
          key={role}
          checked={roles.includes(role)}
          disabled={disabled}
          title={titles[role]}
          onChange={(isOn) => onChange(isOn ? [...roles, role] : roles.filter((own) => own !== role))}
        >
          {role}
        </Checkbox>
      ))}
    </fieldset>
  );
}
