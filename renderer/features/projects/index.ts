export { AssignmentDialog } from "./assignment/assignment-dialog.tsx";
export { ExportDialog } from "./export-dialog.tsx";
export { FirstRun } from "./first-run.tsx";
export { ImportDialog } from "./import-dialog.tsx";
export { ManageProjectDialog } from "./manage/manage-project-dialog.tsx";
export { PeopleDialog } from "./people/people-dialog.tsx";
export { ExportTasksDialog } from "./tasks/export-tasks-dialog.tsx";
export { ImportTasksDialog } from "./tasks/import-tasks-dialog.tsx";
