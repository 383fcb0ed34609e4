// biome-ignore-all lint/suspicious/noExplicitAny: values of any kind cross between the worlds

/**
 * contextBridge between the page's world and the preload's: values are copied, functions proxied, both ways, over
 * synchronous custom events, whose detail Chromium clones between worlds. Carried into both worlds as source text, so it
 * must not refer to anything outside itself. In the page it defines what the preload exposes.
 */
export function pageBridge(here: "page" | "preload", there: "page" | "preload") {
  const functions = new Map<number, (...args: any[]) => any>();
  const waiting = new Map<number, { resolve(value: any): void; reject(error: Error): void }>();
  const exposed: [name: string, value: any][] = [];
  let ids = 0;
  let answer: any;

  const send = (detail: any) =>
    document.dispatchEvent(new CustomEvent(`electron-double:${there}`, { detail }));
  const isPlain = (value: any) =>
    typeof value === "object" &&
    value !== null &&
    [Object.prototype, null].includes(Object.getPrototypeOf(value));
  const mapValues = (value: any, change: (inner: any) => any) =>
    Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, change(inner)]));

  const wrap = (value: any): any => {
    if (typeof value === "function") {
      functions.set(++ids, value);
      return { $function: ids };
    }
    if (Array.isArray(value)) return value.map(wrap);
    return isPlain(value) ? mapValues(value, wrap) : value;
  };
  const call = (target: number, args: any[]) => {
    const id = ++ids;
    answer = undefined;
    send({ kind: "call", id, target, args: wrap(args) });
    const own = answer;
    if (own?.id !== id) throw new Error("the other world did not answer");
    if (own.error !== undefined) throw new Error(own.error);
    if (!own.promise) return unwrap(own.value);
    return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
  };
  const unwrap = (value: any): any => {
    if (value?.$function !== undefined) return (...args: any[]) => call(value.$function, args);
    if (Array.isArray(value)) return value.map(unwrap);
    return isPlain(value) ? mapValues(value, unwrap) : value;
  };
  const messageOf = (error: any) => String(error?.message ?? error);
  const answerCall = ({ id, target, args }: any) => {
    try {
      const value = functions.get(target)?.(...unwrap(args));
      if (typeof value?.then !== "function") return send({ kind: "answer", id, value: wrap(value) });
      send({ kind: "answer", id, promise: true });
      value.then(
        (settled: any) => send({ kind: "settled", id, value: wrap(settled) }),
        (error: any) => send({ kind: "settled", id, error: messageOf(error) }),
      );
    } catch (error) {
      send({ kind: "answer", id, error: messageOf(error) });
    }
  };
  const settle = ({ id, error, value }: any) => {
    const waiter = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) waiter?.resolve(unwrap(value));
    else waiter?.reject(new Error(error));
  };
  const define = ({ name, value }: any) => {
    const api = unwrap(value);
    Object.defineProperty(window, name, { value: isPlain(api) ? Object.freeze(api) : api, enumerable: true });
  };
  const receive: Record<string, (message: any) => void> = {
    ready: () => {
      for (const [name, value] of exposed.splice(0)) send({ kind: "expose", name, value });
    },
    expose: define,
    answer: (message) => {
      answer = message;
    },
    settled: settle,
    call: answerCall,
  };
  document.addEventListener(`electron-double:${here}`, ({ detail }: any) => receive[detail.kind]?.(detail));
  if (here === "page") send({ kind: "ready" });
  return {
    expose(name: string, value: any) {
      const wrapped = wrap(value);
      exposed.push([name, wrapped]);
      send({ kind: "expose", name, value: wrapped });
    },
  };
}
