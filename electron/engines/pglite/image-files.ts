/** A node of Emscripten's in-memory file system, as far as it is put back. */
interface FileNode {
  id: number;
  name: string;
  mode: number;
  parent: FileNode;
  contents: Uint8Array | Record<string, FileNode>;
  usedBytes: number;
}

interface FileStream {
  /** Its place among the streams, null once it is closed. */
  fd: number | null;
  node: FileNode;
  shared: { flags?: number | undefined; position?: number | undefined };
}

/** The parts of Emscripten's FS that are used here; its memory file system keeps everything in JavaScript objects. */
export interface ModuleFs {
  root: FileNode;
  streams: (FileStream | null | undefined)[];
  isDir(mode: number): boolean;
  isFile(mode: number): boolean;
  hashAddNode(node: FileNode): void;
  hashRemoveNode(node: FileNode): void;
}

/** The operations through which every change to a file's bytes goes. */
export interface MemoryFileOps {
  ops_table: {
    file: {
      node: { setattr(node: FileNode, attr: { size?: number }): void };
      stream: {
        write(stream: FileStream, ...rest: unknown[]): number;
        msync(stream: FileStream, ...rest: unknown[]): number;
      };
    };
  };
}

/** What is in a file at a moment: copied only when the file is written to again. */
interface FileBytes {
  copy: Uint8Array | null;
}

/** All files and open streams of a moment; bytes are shared between images as long as a file does not change. */
export interface FilesImage {
  entries: { node: FileNode; parent: FileNode; name: string; mode: number }[];
  bytes: Map<FileNode, FileBytes>;
  streams: { stream: FileStream; flags: number | undefined; position: number | undefined }[];
}

/** Takes images of an in-memory file system and brings them back; only files that were written to are copied. */
export interface ImageFiles {
  capture(): FilesImage;
  restore(image: FilesImage): void;
}

// Longer than a function should be: the files that are known are one state, which only these inner functions change.
export function createImageFiles(fs: ModuleFs, ops: MemoryFileOps): ImageFiles {
  /** What is in the files now, as far as an image has it. */
  const known = new Map<FileNode, FileBytes>();
  watchWrites(ops, beforeWrite);

  function beforeWrite(node: FileNode): void {
    const bytes = known.get(node);
    if (bytes !== undefined) bytes.copy ??= (node.contents as Uint8Array).slice(0, node.usedBytes);
    known.delete(node);
  }

  function bytesOf(node: FileNode): FileBytes {
    const bytes = known.get(node) ?? { copy: null };
    known.set(node, bytes);
    return bytes;
  }

  function* nodesBelow(folder: FileNode): Generator<FileNode> {
    for (const node of Object.values(folder.contents as Record<string, FileNode>)) {
      yield node;
      if (fs.isDir(node.mode)) yield* nodesBelow(node);
    }
  }

  function capture(): FilesImage {
    const entries = [...nodesBelow(fs.root)].map((node) => ({
      node,
      parent: node.parent,
      name: node.name,
      mode: node.mode,
    }));
    const streams = Array.from(fs.streams, (stream) =>
      stream ? { stream, flags: stream.shared.flags, position: stream.shared.position } : null,
    );
    const bytes = new Map<FileNode, FileBytes>();
    // A file that was removed lives on in the streams that have it open.
    for (const node of [
      ...entries.map((entry) => entry.node),
      ...fs.streams.flatMap((each) => each?.node ?? []),
    ])
      if (fs.isFile(node.mode)) bytes.set(node, bytesOf(node));
    return { entries, bytes, streams: streams as FilesImage["streams"] };
  }

  function restore(image: FilesImage): void {
    const wanted = new Map(image.entries.map((entry) => [entry.node, entry]));
    for (const node of [...nodesBelow(fs.root)]) {
      const entry = wanted.get(node);
      if (entry && entry.parent === node.parent && entry.name === node.name) wanted.delete(node);
      else {
        fs.hashRemoveNode(node);
        delete (node.parent.contents as Record<string, FileNode>)[node.name];
      }
    }
    for (const { node, parent, name } of wanted.values()) {
      node.parent = parent;
      node.name = name;
      (parent.contents as Record<string, FileNode>)[name] = node;
      fs.hashAddNode(node);
    }
    for (const { node, mode } of image.entries) node.mode = mode;
    for (const [node, bytes] of image.bytes) {
      if (known.get(node) === bytes) continue;
      beforeWrite(node);
      known.set(node, bytes);
      // A file that was only removed was not written to.
      if (bytes.copy === null) continue;
      const contents = node.contents as Uint8Array;
      if (contents.length >= bytes.copy.length) contents.set(bytes.copy);
      else node.contents = bytes.copy.slice();
      node.usedBytes = bytes.copy.length;
    }
    for (const node of known.keys()) if (!image.bytes.has(node)) known.delete(node);
    fs.streams.length = 0;
    for (const [fd, open] of image.streams.entries()) {
      if (!open) continue;
      open.stream.fd = fd;
      open.stream.shared.flags = open.flags;
      open.stream.shared.position = open.position;
      fs.streams[fd] = open.stream;
    }
  }

  return { capture, restore };
}

function watchWrites(ops: MemoryFileOps, onWrite: (node: FileNode) => void): void {
  const { node, stream } = ops.ops_table.file;
  const { setattr } = node;
  const { write, msync } = stream;
  node.setattr = (target, attr) => {
    if (attr.size !== undefined) onWrite(target);
    setattr(target, attr);
  };
  stream.write = (target, ...rest) => {
    onWrite(target.node);
    return write(target, ...rest);
  };
  stream.msync = (target, ...rest) => {
    onWrite(target.node);
    return msync(target, ...rest);
  };
}
