export { DataScreen } from "./data-screen.tsx";
