import path from "node:path";
const root = process.cwd();
const { startWorkbench } = await import(root + "/electron/hosts/web/start-workbench.ts");
const { sourcePaths } = await import(root + "/electron/program-paths.ts");
const folder = process.argv[2];
const host = await startWorkbench({ workspace: path.join(folder,"workspace.querent"), project: process.argv[3] ?? null, port: 0, version: "1.0.0", paths: sourcePaths, rendererDir: root + "/dist/renderer", sampleDir: root + "/dist/sample" });
console.log("URL " + host.mintLaunchUrl());
process.stdin.on("data", () => console.log("URL " + host.mintLaunchUrl()));
process.stdin.resume();
