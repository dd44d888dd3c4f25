import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface ModelServer {
  url: string;
  close(): Promise<void>;
}

type Body = { stream?: boolean; model?: string };

/** A model's server on 127.0.0.1. `answer` gets every body that was posted; null where it knows no such address. */
export async function serveModel(
  answer: (path: string, body: Body, response: ServerResponse) => unknown,
): Promise<ModelServer> {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? "/", "http://model").pathname;
    let text = "";
    for await (const chunk of request.setEncoding("utf8")) text += chunk;
    if (request.method === "POST") {
      // One API says it in the address.
      const body: Body = text === "" ? {} : { stream: path.endsWith(":streamGenerateContent"), ...JSON.parse(text) };
      if (answer(path, body, response) !== null) return;
    }
    response.writeHead(200, { "content-type": "application/json" });
    const models = [
      { id: "mock-1", object: "model", type: "model", display_name: "Mock", created: 1, owned_by: "test" },
    ];
    response.end(
      JSON.stringify(path.endsWith("count_tokens") ? { input_tokens: 10 } : { object: "list", data: models }),
    );
  });
  // One API has a socket as well: without it, requests are made.
  server.on("upgrade", (_request, socket) =>
    socket.end("HTTP/1.1 426 Upgrade Required\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
