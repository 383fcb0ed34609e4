export { TaskView } from "./task-view.tsx";
