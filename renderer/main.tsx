import { config } from "zod";

// What must hold before any other module of the window is evaluated; the order of imports alone does not survive
// bundling. Zod compiles schemas with `new Function` where it may, and under the strict policy even trying is a violation.
config({ jitless: true });

const { drawWindow } = await import("./app/window.tsx");
drawWindow();
