import type { Runtime } from "./runtime.ts";

const mustBeOff = [
  "nodeIntegration",
  "nodeIntegrationInWorker",
  "nodeIntegrationInSubFrames",
  "webviewTag",
  "allowRunningInsecureContent",
  "experimentalFeatures",
  "enableBlinkFeatures",
];
const mustBeOn = ["contextIsolation", "sandbox", "webSecurity"];

/** What is unsafe in the app's windows and guards, in words; empty when nothing is. */
export function audit(runtime: Runtime): string[] {
  const findings: string[] = [];
  for (const { options, webContents } of runtime.windows) {
    const preferences = options.webPreferences ?? {};
    for (const name of mustBeOff) if (preferences[name]) findings.push(`${name} is on`);
    for (const name of mustBeOn) if (preferences[name] !== true) findings.push(`${name} is not on`);
    const policy = webContents.documentHeaders["content-security-policy"] ?? "";
    if (policy === "") findings.push("the document has no content-security-policy");
    if (/unsafe-|script-src[^;]*\*/.test(policy)) findings.push("the content-security-policy is weak");
    if (!policy.includes("require-trusted-types-for 'script'"))
      findings.push("trusted types are not required");
    if (webContents.listenerCount("will-navigate") === 0) findings.push("nothing guards navigation");
    if (!webContents.session.answersPermissions) findings.push("nothing answers permission requests");
    if (webContents.listenerCount("will-attach-webview") === 0) findings.push("nothing guards webviews");
  }
  if (!runtime.sandboxed) findings.push("the sandbox is not enabled for every renderer");
  return findings;
}
