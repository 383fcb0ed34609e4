import type { WebSocket } from "ws";

const fullBytes = 4 * 1024 * 1024;

/**
 * A socket as oRPC wants it, whose `send` resolves only when the kernel has taken the message while more than 4 MB wait:
 * a stream then waits for a slow reader instead of filling the host's memory.
 */
export function pacedSocket(socket: WebSocket): Pick<WebSocket, "addEventListener" | "send"> {
  const send = (data: string | ArrayBufferLike | Uint8Array) =>
    new Promise<void>((resolve) => {
      // A send that fails is followed by "close", which ends every call of this socket.
      const taken = () => resolve();
      socket.send(data, taken);
      if (socket.bufferedAmount < fullBytes) resolve();
    });
  return { addEventListener: socket.addEventListener.bind(socket), send: send as WebSocket["send"] };
}
