/** Structured-clone values as JSON, for the hop between Node and the page. */
export interface Codec {
  encode(value: unknown): unknown;
  decode(value: unknown): unknown;
}

/** Runs in Node and, carried as source text, in the page: it must not refer to anything outside itself. */
export function makeCodec(): Codec {
  // biome-ignore lint/suspicious/noExplicitAny: a codec of any value
  type Any = any;
  const toText = (bytes: Uint8Array) => {
    let text = "";
    for (let at = 0; at < bytes.length; at += 32768) {
      text += String.fromCharCode(...bytes.subarray(at, at + 32768));
    }
    return btoa(text);
  };
  const toBytes = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const encodeObject = (value: Any): Any => {
    if (value instanceof Date) return { $: "date", v: value.getTime() };
    if (value instanceof Error) return { $: "error", v: { name: value.name, message: value.message } };
    if (value instanceof ArrayBuffer) return { $: "buffer", v: toText(new Uint8Array(value)) };
    if (ArrayBuffer.isView(value)) {
      return { $: "bytes", v: toText(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)) };
    }
    if (value instanceof Map) return { $: "map", v: [...value].map(encode) };
    if (value instanceof Set) return { $: "set", v: [...value].map(encode) };
    if (Array.isArray(value)) return value.map(encode);
    const copy = Object.fromEntries(Object.keys(value).map((key) => [key, encode(value[key])]));
    return "$" in copy ? { $: "object", v: copy } : copy;
  };
  const encode = (value: unknown): Any => {
    if (value === undefined) return { $: "nothing" };
    if (typeof value === "bigint") return { $: "bigint", v: String(value) };
    if (typeof value === "function" || typeof value === "symbol") {
      throw new Error("An object could not be cloned.");
    }
    return value === null || typeof value !== "object" ? value : encodeObject(value);
  };
  const decodeObject = (value: Any): Any =>
    Object.fromEntries(Object.keys(value).map((key) => [key, decode(value[key])]));
  const decoders: Record<string, (value: Any) => Any> = {
    nothing: () => undefined,
    bigint: (value) => BigInt(value),
    date: (value) => new Date(value),
    error: (value) => Object.assign(new Error(value.message), value),
    buffer: (value) => toBytes(value).buffer,
    bytes: toBytes,
    map: (value) => new Map(value.map(decode)),
    set: (value) => new Set(value.map(decode)),
    object: decodeObject,
  };
  const decode = (value: Any): Any => {
    if (value === null || typeof value !== "object") return value;
    if (Array.isArray(value)) return value.map(decode);
    const decoder = decoders[value.$];
    return decoder ? decoder(value.v) : decodeObject(value);
  };
  return { encode, decode };
}
