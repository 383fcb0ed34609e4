/** Pages of memory are compared and copied in this size, in bytes. */
const pageBytes = 16384;

/** The memory of an interpreter at a moment when nothing runs in it. */
export type MemoryImage = Buffer;

/** An interpreter that has taken this much more memory (bytes) is not used again: WebAssembly gives none back. */
const toleratedGrowth = 64 * 2 ** 20;

export function captureMemory(memory: Uint8Array): MemoryImage {
  return Buffer.from(memory);
}

export function hasGrown(image: MemoryImage, memory: Uint8Array): boolean {
  return memory.length > image.length + toleratedGrowth;
}

/** Puts the memory back, byte for byte; what it has grown by is zero again, as new memory is. Only pages that differ are written. */
export function restoreMemory(image: MemoryImage, memory: Uint8Array): void {
  const now = Buffer.from(memory.buffer, memory.byteOffset, memory.byteLength);
  for (let from = 0; from < image.length; from += pageBytes) {
    const to = Math.min(from + pageBytes, image.length);
    if (now.compare(image, from, to, from, to) !== 0) image.copy(now, from, from, to);
  }
  now.fill(0, image.length);
}
