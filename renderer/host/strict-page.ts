// The first module of the page: what the others rely on when they load.
import { config } from "zod";
import { keepStylesStrict } from "./strict-styles.ts";

keepStylesStrict();
// Without this zod tries whether it may make code from text, which the policy refuses and reports.
config({ jitless: true });
