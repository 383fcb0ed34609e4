import net from "node:net";

/** A TCP line between a client and a host that the test can cut at any moment, as a network does. */
export interface CuttableLine {
  port: number;
  /** Cuts every connection now. */
  cut(): void;
  /** Cuts the connection that passes its `bytes`th byte in either direction from now on. */
  cutAfter(bytes: number): void;
  /** While down, new connections are refused. */
  down: boolean;
  cuts: number;
  close(): Promise<void>;
}

/** Opens a line to a port of this machine. */
export async function openCuttableLine(targetPort: number): Promise<CuttableLine> {
  const pairs = new Set<[net.Socket, net.Socket]>();
  let left = Number.POSITIVE_INFINITY;
  const line: CuttableLine = {
    port: 0,
    down: false,
    cuts: 0,
    cut() {
      for (const pair of pairs) for (const socket of pair) socket.destroy();
    },
    cutAfter(bytes) {
      left = bytes;
    },
    async close() {
      line.cut();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  const pass = (from: net.Socket, to: net.Socket) =>
    from.on("data", (data) => {
      left -= data.length;
      if (left > 0) return void to.write(data);
      to.write(data.subarray(0, Math.max(0, data.length + left)));
      left = Number.POSITIVE_INFINITY;
      line.cuts++;
      line.cut();
    });
  const server = net.createServer((client) => {
    if (line.down) return void client.destroy();
    const target = net.connect(targetPort, "127.0.0.1");
    const pair: [net.Socket, net.Socket] = [client, target];
    pairs.add(pair);
    pass(client, target);
    pass(target, client);
    for (const socket of pair) {
      socket.on("error", () => undefined);
      socket.on("close", () => {
        pairs.delete(pair);
        for (const end of pair) end.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  line.port = (server.address() as net.AddressInfo).port;
  return line;
}
