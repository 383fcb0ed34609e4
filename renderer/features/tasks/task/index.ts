export type { AskedCertificate } from "./certificate/asked-property.tsx";
export { TaskView } from "./task-view.tsx";
