import { config } from "zod";

// Zod compiles schemas with `new Function` where it may, and tries whether it may: under the strict policy that trial
// alone is a violation. This module stands before every other import of the window, so that no schema is made earlier.
config({ jitless: true });
