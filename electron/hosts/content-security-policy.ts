/** The Trusted Types policies that may exist in the page: ours first, then those by which Monaco makes its own markup. */
const trustedTypesPolicies = [
  "querent-styles",
  "querent-worker",
  "defaultWorkerFactory",
  "diffEditorWidget",
  "diffReview",
  "domLineBreaksComputer",
  "dompurify",
  "editorGhostText",
  "editorViewLayer",
  "richScreenReaderContent",
  "standaloneColorizer",
  "stickyScrollViewLayer",
  "tokenizeToString",
];

/**
 * The policy of the workbench's document: nothing from elsewhere, no inline script, no eval, no inline style but
 * elements that carry this document's nonce.
 * `connect` names what else may be connected to (the web host's socket); `nonce` is new for every document.
 */
export function contentSecurityPolicy(nonce: string, connect: string[] = []): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "font-src 'self'",
    "img-src 'self' data:",
    ["connect-src 'self'", ...connect].join(" "),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${trustedTypesPolicies.join(" ")}`,
  ].join("; ");
}
