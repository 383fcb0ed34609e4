/** How much the people of a team host may have on their way to it and from it, in bytes and files. */
export const transferLimits = {
  fileBytes: 256 * 2 ** 20,
  personBytes: 512 * 2 ** 20,
  hostBytes: 4 * 2 ** 30,
  personFiles: 1_000,
} as const;

const uploadPrefix = "upload:";

/** What a call says of a file that a browser has uploaded, where a window on the host's machine says its path. */
export const uploadReference = (id: string): string => uploadPrefix + id;

/** The id in such a reference; null for anything else. */
export const uploadIdIn = (reference: string): string | null =>
  reference.startsWith(uploadPrefix) ? reference.slice(uploadPrefix.length) : null;
