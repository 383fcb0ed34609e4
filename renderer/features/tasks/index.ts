export { TasksScreen } from "./tasks-screen.tsx";
