import { transferLimits } from "#shared/domain/transfer.ts";

const refusals: Readonly<Record<number, string>> = {
  401: "You are not signed in any more. Reload this page.",
  403: "Your roles bring no files to this host. Ask a lead to import it, or to change your roles.",
  413: "The file is too large for this host.",
};

/** Sends a file of this browser to the team host; answers its id. */
export async function sendFile(file: File): Promise<string> {
  if (file.size > transferLimits.fileBytes)
    throw new Error(
      `${file.name} is larger than ${transferLimits.fileBytes / 2 ** 20} MiB. Ask whoever runs this host to import it there.`,
    );
  const answer = await fetch(`/uploads?name=${encodeURIComponent(file.name)}`, {
    method: "POST",
    body: file,
  }).catch(() => {
    throw new Error(`${file.name} could not be sent. If you changed the file, choose it again.`);
  });
  const text = await answer.text();
  if (answer.ok) return text;
  throw new Error(text || refusals[answer.status] || `${file.name} was not taken (${answer.status}).`);
}

/** Has this browser fetch a file that waits for it on the team host. */
export function fetchFile(token: string, fileName: string): void {
  const link = document.createElement("a");
  link.href = `/downloads/${token}`;
  link.download = fileName;
  link.click();
}
