export { QualityScreen } from "./quality-screen.tsx";
