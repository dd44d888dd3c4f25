import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { type ModelRequest, modelApis } from "./model-apis.ts";

export const ASK = "What is the codeword? Answer in one line.";
export const tell = (codeword: string) => `The codeword is ${codeword}. Keep it in mind, do nothing else.`;
export const knows = (codeword: string) => `The codeword I remember is ${codeword}.`;

const TOLD = /codeword is ([A-Z]+-\d+)/;

/**
 * What a model would say that knows nothing but the request: the codeword, only where it stands in turns before the
 * question, or in what another agent's work was handed over as.
 */
function reply({ turns, hasTools }: ModelRequest): string {
  if (!hasTools) return "A title";
  const last = turns.findLast(({ role }) => role === "user")?.text ?? "";
  if (last.includes(ASK)) {
    const before = turns.slice(
      0,
      turns.findLastIndex(({ role }) => role === "user"),
    );
    const told = before.map(({ text }) => TOLD.exec(text)?.[1]).find((codeword) => codeword !== undefined);
    return told === undefined ? "I know no codeword." : knows(told);
  }
  const told = TOLD.exec(last)?.[1];
  if (told === undefined) return "Ready.";
  return last.includes("Continue earlier work") ? knows(told) : `I keep ${told} in mind.`;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request.setEncoding("utf8")) body += chunk;
  return body;
}

/** Listens on 127.0.0.1; speaks the APIs of Anthropic and OpenAI. */
export async function startScriptedModel() {
  const strangers: string[] = [];
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? "/", "http://model").pathname;
    const api = modelApis.find((candidate) => candidate.path.test(path));
    const text = await bodyOf(request);
    if (request.method === "POST" && api) {
      const body = JSON.parse(text);
      const stream = body.stream ?? path.endsWith(":streamGenerateContent");
      return api.answer(response, reply(api.read(body as never)), { ...body, stream });
    }
    if (request.method === "POST") strangers.push(path);
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
    /** Requests that no API is. */
    strangers,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
