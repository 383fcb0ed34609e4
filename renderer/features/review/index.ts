export { ReviewScreen, type ReviewScreenProps } from "./review-screen.tsx";
