import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as the endpoint got it. */
export interface ReceivedRequest {
  path: string;
  headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: a body of any form, looked into by tests
  body: any;
}

/** What an endpoint does with one request. */
export type Play = (request: ReceivedRequest, response: ServerResponse) => void;

/** An endpoint over real HTTP on this machine that does what it is told, one play a request; then what `usual` says. */
export interface ModelEndpoint {
  url: string;
  readonly received: ReceivedRequest[];
  usual: Play;
  next(...plays: Play[]): void;
  stop(): Promise<void>;
}

const running: ModelEndpoint[] = [];

export async function stopModelEndpoints(): Promise<void> {
  await Promise.all(running.splice(0).map((endpoint) => endpoint.stop()));
}

export async function startModelEndpoint(usual: Play = status(500, "no play")): Promise<ModelEndpoint> {
  const plays: Play[] = [];
  const received: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (piece: string) => {
      text += piece;
    });
    request.on("end", () => {
      const got = { path: request.url ?? "", headers: request.headers, body: JSON.parse(text) };
      received.push(got);
      (plays.shift() ?? endpoint.usual)(got, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const endpoint: ModelEndpoint = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    received,
    usual,
    next: (...more) => void plays.push(...more),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  running.push(endpoint);
  return endpoint;
}

/** A chat completion with this message. */
function completion(message: Record<string, unknown>, finish = "stop"): string {
  return JSON.stringify({
    id: "chatcmpl-1",
    model: "played-1",
    system_fingerprint: "fp_1",
    choices: [{ index: 0, finish_reason: finish, message: { role: "assistant", ...message } }],
    usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
  });
}

export const says = (content: string): Play => sends(200, completion({ content }));
export const saysJson = (value: unknown): Play => says(JSON.stringify(value));
export const calls = (name: string, given: unknown): Play =>
  sends(
    200,
    completion({
      content: null,
      tool_calls: [{ id: "x", type: "function", function: { name, arguments: JSON.stringify(given) } }],
    }),
  );
export const refuses: Play = sends(200, completion({ content: null, refusal: "I cannot help with that." }));
export const filters: Play = sends(200, completion({ content: "" }, "content_filter"));
export const garbage: Play = sends(200, "<html>502 Bad Gateway</html>");
export const slow: Play = () => {};
export const hangsUp: Play = (_, response) => void response.socket?.destroy();
/** Half an answer with its length announced, then the line is dead. */
export const cutsOff: Play = (_, response) => {
  const text = completion({ content: '{"ok": 1}' });
  response.writeHead(200, { "content-length": text.length });
  response.write(text.slice(0, 60), () => response.socket?.destroy());
};
/** Half an answer that ends as if it were whole. */
export const endsEarly: Play = sends(200, completion({ content: "{}" }).slice(0, 60));

export function status(code: number, message: string, headers: Record<string, string> = {}): Play {
  return sends(code, JSON.stringify({ error: { message } }), headers);
}

function sends(code: number, text: string, headers: Record<string, string> = {}): Play {
  return (_, response) => {
    response.writeHead(code, { "content-type": "application/json", ...headers });
    response.end(text);
  };
}
