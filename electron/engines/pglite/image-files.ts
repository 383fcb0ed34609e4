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

/** All files and open streams of a moment; bytes are shared between images as long as a file does not change. */
export interface FilesImage {
  entries: { node: FileNode; parent: FileNode; name: string; mode: number }[];
  bytes: Map<FileNode, Uint8Array>;
  streams: { stream: FileStream; flags: number | undefined; position: number | undefined }[];
}

/** Takes images of an in-memory file system and brings them back; only files that were written to are copied. */
export interface ImageFiles {
  capture(): FilesImage;
  restore(image: FilesImage): void;
}

// Longer than a function should be: the files that are known are one state, which only these inner functions change.
export function createImageFiles(fs: ModuleFs, ops: MemoryFileOps): ImageFiles {
  const known = new Map<FileNode, Uint8Array>();
  watchWrites(ops, (node) => known.delete(node));

  function bytesOf(node: FileNode): Uint8Array {
    const bytes = known.get(node) ?? (node.contents as Uint8Array).slice(0, node.usedBytes);
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
    const bytes = new Map<FileNode, Uint8Array>();
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
      const contents = node.contents as Uint8Array;
      if (contents.length >= bytes.length) contents.set(bytes);
      else node.contents = bytes.slice();
      node.usedBytes = bytes.length;
      known.set(node, bytes);
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
