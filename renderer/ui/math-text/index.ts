export { MathText } from "./math-text.tsx";
