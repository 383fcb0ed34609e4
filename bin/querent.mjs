#!/usr/bin/env node
// The command querent: from the source in a checkout, from the bundle in the npm package; on Node 24 in both.
import "../build/node-24.mjs";
import { existsSync } from "node:fs";

const source = new URL("../build/querent.ts", import.meta.url);
await import(existsSync(source) ? source.href : "../dist/program/querent.mjs");
