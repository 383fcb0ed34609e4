import { hostDescriptor, type ScriptDevice } from "./script-device.ts";

/** A function that Python's WebAssembly module imports from JavaScript. */
type Import = (...args: never[]) => unknown;
type Imports = Record<string, Import>;

/**
 * All that WebAssembly can reach of its host are the functions it imports. While a script runs, this gate lets through
 * clocks, randomness and reading the standard library; everything else is refused: whatever a script does to its
 * interpreter, no JavaScript object, no file of the machine and no socket is within its reach.
 */
export interface ImportGate {
  /** Puts the gate in front of every function of these imports, in place: Emscripten hands them out by name, too. */
  wrap(imports: Imports): void;
  /** Tells the gate of the running module, once there is one. */
  attach(module: GatedModule): void;
  /** Shuts the gate for a script: its memory ends at `memoryBytes`, and it reads and writes `device`. */
  close(device: ScriptDevice, memoryBytes: number): void;
  /** Opens it again; says whether memory was refused. */
  open(): boolean;
}

/** What the gate uses of the module. */
export interface GatedModule {
  HEAPU8: Uint8Array;
}

/** Error numbers as Emscripten has them. */
const errno = { badDescriptor: 8, notPermitted: 63, readOnly: 69 };
const writingFlags = 0o3 | 0o100 | 0o1000; // O_WRONLY, O_RDWR; O_CREAT; O_TRUNC

/** Clocks, calendars, randomness, arithmetic of calls within the module; reading files of the in-memory file system. */
const passed = new Set(
  `emscripten_date_now emscripten_get_now emscripten_get_heap_max clock_time_get clock_res_get random_get
   _tzset_js _timegm_js _mktime_js _localtime_js _gmtime_js
   _PyEM_TrampolineCall_JS _Py_CheckEmscriptenSignals_Helper _Py_emscripten_runtime
   environ_sizes_get environ_get
   emscripten_runtime_keepalive_push emscripten_runtime_keepalive_pop
   fd_seek fd_pread fd_fdstat_get __syscall_getcwd __syscall_stat64 __syscall_lstat64 __syscall_fstat64
   __syscall_newfstatat __syscall_faccessat __syscall_readlinkat __syscall_getdents64 __syscall_getuid32_js`.split(
    /\s+/,
  ),
);

/** What is answered with an error that Python knows how to raise; every other system call gets EPERM. */
const answered: Record<string, number | null> = {
  fd_pwrite: errno.notPermitted,
  fd_sync: errno.notPermitted,
  getaddrinfo: -4, // EAI_FAIL
  getnameinfo: -4,
  _setitimer_js: -1,
  _mmap_js: -errno.notPermitted,
  _msync_js: -errno.notPermitted,
  _munmap_js: -errno.notPermitted,
  _emscripten_system: -1,
  _emscripten_get_progname: null,
  can_run_sync_js: 0,
  _try_fcntl64: 0,
  _maybe_connect_async: null,
  _maybe_recvfrom_async: null,
  _maybe_sendto_async: null,
  _maybe_poll_async: null,
  _try_shutdown: 0,
};

/** The gate at first: open where no script runs. */
interface GateState {
  module: GatedModule | null;
  script: { device: ScriptDevice; memoryBytes: number } | null;
  memoryRefused: boolean;
}

export function createImportGate(): ImportGate {
  const scene: GateState = { module: null, script: null, memoryRefused: false };
  return {
    wrap(imports) {
      for (const [name, value] of Object.entries(imports))
        if (typeof value === "function") imports[name] = gated(scene, name, value);
    },
    attach(module) {
      scene.module = module;
    },
    close(device, memoryBytes) {
      scene.script = { device, memoryBytes };
      scene.memoryRefused = false;
    },
    open() {
      scene.script = null;
      return scene.memoryRefused;
    },
  };
}

function gated(scene: GateState, name: string, original: Import): Import {
  const instead = replaced[name];
  const isPassed = passed.has(name);
  const wrapped = (...args: number[]): unknown => {
    const { script, module } = scene;
    if (script === null || module === null || isPassed) return call(original, ...args);
    if (instead) return instead({ ...script, module, scene, original }, ...args);
    const answer = answered[name];
    if (answer !== undefined) return answer;
    if (name.startsWith("__syscall_")) return -errno.notPermitted;
    throw new Error(`the script called a function that is not allowed (${name})`);
  };
  // Emscripten notes a function's signature on the function itself.
  return Object.assign(wrapped, original);
}

/** What a replaced import works with while a script runs. */
interface Call {
  device: ScriptDevice;
  memoryBytes: number;
  module: GatedModule;
  scene: GateState;
  original: Import;
}

/** The imports that do something else for a script. */
const replaced: Record<string, (call: Call, ...args: number[]) => unknown> = {
  fd_read({ device, module, original }, fd = 0, ...rest) {
    if (fd > 2 && fd !== hostDescriptor) return call(original, fd, ...rest);
    return transfer(module.HEAPU8, rest, (part) => (fd === hostDescriptor ? device.read(part) : 0));
  },
  fd_write({ device, module }, fd = 0, ...rest) {
    if (fd !== 1 && fd !== 2 && fd !== hostDescriptor) return errno.badDescriptor;
    const parts: Uint8Array[] = [];
    const failed = transfer(module.HEAPU8, rest, (part) => parts.push(part) && part.length);
    if (fd === hostDescriptor) device.write(Buffer.concat(parts));
    else for (const part of parts) device.print(part);
    return failed;
  },
  /** What is open before a script is open after it. */
  fd_close: ({ original }, fd = 0) => (fd > 2 ? call(original, fd) : 0),
  __syscall_openat: ({ original }, folder = 0, path = 0, flags = 0, varargs = 0) =>
    flags & writingFlags ? -errno.readOnly : call(original, folder, path, flags, varargs),
  emscripten_resize_heap({ memoryBytes, module, scene, original }, bytes = 0) {
    // Emscripten takes a fifth more than it is asked for.
    if (Math.max(bytes >>> 0, module.HEAPU8.length * 1.2) <= memoryBytes) return call(original, bytes);
    scene.memoryRefused = true;
    return 0;
  },
};

function call(original: Import, ...args: number[]): unknown {
  return (original as (...args: number[]) => unknown)(...args);
}

/** Walks the buffers of a WASI read or write, until one is not filled; notes the sum of what `use` took. */
function transfer(
  heap: Uint8Array,
  [buffers = 0, count = 0, sumAt = 0]: number[],
  use: (part: Uint8Array) => number,
): number {
  const view = new DataView(heap.buffer);
  let sum = 0;
  for (let at = buffers >>> 0; at < (buffers >>> 0) + 8 * count; at += 8) {
    const start = view.getUint32(at, true);
    const length = view.getUint32(at + 4, true);
    const used = use(heap.subarray(start, start + length));
    sum += used;
    if (used < length) break;
  }
  view.setUint32(sumAt >>> 0, sum, true);
  return 0;
}
