export { DialoguesScreen } from "./dialogues-screen.tsx";
export { PlayDialog, type TasksInSight } from "./play/play-dialog.tsx";
