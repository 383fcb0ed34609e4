import { BadInput } from "#shared/formats/bad-input.ts";

/**
 * Reads the address of an endpoint, as "https://host/v1"; throws `BadInput` with what to mend. Credentials have no place in
 * it: addresses stand in logs, errors and recordings.
 */
export function readEndpointAddress(text: string): string {
  const refuse = (reason: string, fix: string) =>
    new BadInput([{ file: "", row: null, field: "endpoint", reason, fix }]);
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw refuse("The endpoint is no address.", "Write it as https://host/v1 or http://localhost:8000/v1.");
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "")
    throw refuse(
      "The address of the endpoint has more than a host and a path.",
      "Take the key out of it, and name an environment variable that holds it.",
    );
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "").replace(/\/chat\/completions$/, "");
}
