import { createImageFiles, type FilesImage, type MemoryFileOps, type ModuleFs } from "./image-files.ts";

/** What is used of the Emscripten module in which PostgreSQL runs. */
export interface PgliteModule {
  HEAPU8: Uint8Array;
  FS: ModuleFs;
  MEMFS: MemoryFileOps;
  stackSave(): number;
  stackRestore(pointer: number): void;
}

/** Pages of memory are compared and copied in this size, in bytes. */
const pageBytes = 16384;

/** The whole machine at a moment when no statement runs: memory without its empty pages, files, open streams. */
export interface Image {
  pages: Map<number, Buffer>;
  memoryBytes: number;
  heapEnd: number;
  stack: number;
  files: FilesImage;
}

/**
 * Puts a PostgreSQL server that runs in WebAssembly back to an earlier moment by putting back its memory and its files, so
 * that nothing a statement did can remain: rows, DDL, sequences, settings, locks, prepared statements, temporary tables.
 */
export interface Images {
  capture(): Image;
  restore(image: Image): void;
  /** Whether the memory has grown since the image was taken; it can be put back, but never be given back to the system. */
  hasGrown(image: Image): boolean;
}

/** `heapEnd` answers how much of the memory was ever asked for: to read the rest would make the system give it, 90 MB of zeros. */
export function createImages(machine: PgliteModule, heapEnd: () => number): Images {
  const files = createImageFiles(machine.FS, machine.MEMFS);
  const memory = () => Buffer.from(machine.HEAPU8.buffer);
  return {
    capture() {
      const bytes = memory();
      const pages = new Map<number, Buffer>();
      const end = heapEnd();
      for (let at = 0; at < end; at += pageBytes) {
        const page = bytes.subarray(at, at + pageBytes);
        if (!isEmpty(page)) pages.set(at, Buffer.from(page));
      }
      return {
        ...{ pages, memoryBytes: bytes.length, heapEnd: end },
        ...{ stack: machine.stackSave(), files: files.capture() },
      };
    },
    restore(image) {
      const bytes = memory();
      // It only ever ends further on, until the memory that says so is put back.
      const end = Math.max(heapEnd(), image.heapEnd);
      for (let at = 0; at < end; at += pageBytes) {
        const page = bytes.subarray(at, at + pageBytes);
        const before = image.pages.get(at) ?? empty;
        if (!page.equals(before)) before.copy(page);
      }
      machine.stackRestore(image.stack);
      files.restore(image.files);
    },
    hasGrown: (image) => machine.HEAPU8.length > image.memoryBytes,
  };
}

const empty = Buffer.alloc(pageBytes);

function isEmpty(page: Buffer): boolean {
  return page.equals(empty);
}
