// biome-ignore-all lint/suspicious/noExplicitAny: values of any kind cross between the worlds

/**
 * contextBridge between the page's world and the preload's: values are copied, functions proxied, both ways, over
 * synchronous custom events, whose detail Chromium clones between worlds. A function is proxied where it is an argument, a result,
 * or a member of what the preload exposes. Carried into both worlds as source text, so it must not refer to anything outside itself.
 */
export function pageBridge(here: "page" | "preload", there: "page" | "preload") {
  const functions: ((...args: any[]) => any)[] = [];
  const waiting = new Map<number, PromiseWithResolvers<any>>();
  const exposed: any[] = [];
  let promises = 0;
  let answer: any;

  const send = (detail: any) =>
    document.dispatchEvent(new CustomEvent(`electron-double:${there}`, { detail }));
  const wrap = (value: any) =>
    typeof value === "function" ? { $function: functions.push(value) - 1 } : value;
  const unwrap = (value: any): any =>
    value?.$function === undefined ? value : (...args: any[]) => call(value.$function, args);
  const mapValues = (object: any, change: (value: any) => any) =>
    Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
  const messageOf = (error: any) => String(error?.message ?? error);
  const call = (target: number, args: any[]) => {
    answer = { error: "the other world did not answer" };
    send({ kind: "call", target, args: args.map(wrap) });
    const { error, promise, value } = answer;
    if (error !== undefined) throw new Error(error);
    if (promise === undefined) return unwrap(value);
    const settled = Promise.withResolvers();
    waiting.set(promise, settled);
    return settled.promise;
  };
  const receive: Record<string, (message: any) => void> = {
    ready: () => exposed.splice(0).forEach(send),
    expose: ({ name, api }) =>
      Object.defineProperty(window, name, { value: Object.freeze(mapValues(api, unwrap)), enumerable: true }),
    call({ target, args }) {
      try {
        const value = functions[target]?.(...args.map(unwrap));
        if (typeof value?.then !== "function") return send({ kind: "answer", value: wrap(value) });
        const promise = ++promises;
        send({ kind: "answer", promise });
        value.then(
          (settled: any) => send({ kind: "settled", promise, value: wrap(settled) }),
          (error: any) => send({ kind: "settled", promise, error: messageOf(error) }),
        );
      } catch (error) {
        send({ kind: "answer", error: messageOf(error) });
      }
    },
    answer: (message) => {
      answer = message;
    },
    settled({ promise, error, value }) {
      if (error === undefined) waiting.get(promise)?.resolve(unwrap(value));
      else waiting.get(promise)?.reject(new Error(error));
      waiting.delete(promise);
    },
  };
  document.addEventListener(`electron-double:${here}`, ({ detail }: any) => receive[detail.kind]?.(detail));
  if (here === "page") send({ kind: "ready" });
  return {
    expose(name: string, api: any) {
      // Whichever world is there first: the page hears it now, or when it says that it is ready.
      exposed.push({ kind: "expose", name, api: mapValues(api, wrap) });
      send(exposed.at(-1));
    },
  };
}
