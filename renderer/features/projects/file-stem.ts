/** A name for a file: the project's, without signs that a file system may refuse. */
export const fileStem = (name: string): string => name.replace(/[^\p{L}\p{N}._-]+/gu, "-");
