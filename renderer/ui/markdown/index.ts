export { Markdown } from "./markdown.tsx";
