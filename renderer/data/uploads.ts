import { uploadReference } from "#shared/domain/transfer.ts";
import { sendFile } from "../host/transfer-files.ts";
import { problemsOf } from "./faults.ts";

interface Chosen {
  file: File;
  /** The id by which the host knows it; null until it is needed, and once an import has used it up. */
  sent: Promise<string> | null;
}

/** The files that were chosen in this window, by what stands for their paths: "upload:1/predictions.json". */
const chosen = new Map<string, Chosen>();
/** Between several files in one field. */
const separator = "\n";

/** Lets the person choose files of their own machine; null: cancelled. */
export function pickUploads(extensions: readonly string[], several: boolean): Promise<string | null> {
  const input = document.createElement("input");
  input.type = "file";
  input.multiple = several;
  input.accept = extensions.map((extension) => `.${extension}`).join(",");
  return new Promise((resolve) => {
    input.addEventListener("cancel", () => resolve(null));
    input.addEventListener("change", () =>
      resolve([...(input.files ?? [])].map(referenceTo).join(separator) || null),
    );
    input.click();
  });
}

function referenceTo(file: File): string {
  const reference = uploadReference(`${chosen.size + 1}/${file.name.replaceAll(separator, " ")}`);
  chosen.set(reference, { file, sent: null });
  return reference;
}

/** What a field holds, file by file. */
export const filesIn = (field: string): string[] => field.split(separator).filter((one) => one.trim() !== "");

/** What a person calls the files of a field. */
export const uploadNames = (field: string): string =>
  filesIn(field)
    .map((reference) => chosen.get(reference)?.file.name ?? reference)
    .join(", ");

/**
 * Asks the host about files: those of this window are sent first, and again where the host has none of them any more. `isLast`: the
 * host removes them behind this.
 */
export async function withSentFiles<Input, Answer>(
  input: Input,
  ask: (input: Input) => Promise<Answer>,
  { isLast = false } = {},
): Promise<Answer> {
  const used = new Set<Chosen>();
  const attempt = async () => ask((await sentIn(input, used)) as Input);
  const forget = () => {
    for (const one of used) one.sent = null;
  };
  try {
    return await attempt();
  } catch (error) {
    if (used.size === 0 || !problemsOf(error).some(({ field }) => field === "upload")) throw error;
    forget();
    return await attempt();
  } finally {
    if (isLast) forget();
  }
}

/** The same with the ids of files in place of what stands for their paths. */
async function sentIn(input: unknown, used: Set<Chosen>): Promise<unknown> {
  if (typeof input === "string") {
    const file = chosen.get(input);
    if (file === undefined) return input;
    used.add(file);
    file.sent ??= sendFile(file.file).catch((error: unknown) => {
      file.sent = null;
      throw error;
    });
    return uploadReference(await file.sent);
  }
  if (Array.isArray(input)) return Promise.all(input.map((one) => sentIn(one, used)));
  if (typeof input !== "object" || input === null) return input;
  const fields = Object.entries(input).map(async ([key, value]) => [key, await sentIn(value, used)]);
  return Object.fromEntries(await Promise.all(fields));
}
