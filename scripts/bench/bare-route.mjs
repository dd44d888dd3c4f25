// `node bare-route.mjs FILE`: Fastify with routes that do nothing but answer what the file says, a JSON array of
// `{path, status, headers, body}` with bodies in base64. Prints where it listens; ends when its input does.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const { fastify } = createRequire(new URL("../../backend/package.json", import.meta.url))("fastify");

const app = fastify({ forceCloseConnections: true });
for (const { path, status, headers, body } of JSON.parse(readFileSync(process.argv[2], "utf8"))) {
  const bytes = Buffer.from(body, "base64");
  app.get(path, async (_request, reply) => reply.code(status).headers(headers).send(bytes));
}
console.log(await app.listen({ host: "127.0.0.1", port: 0 }));
process.stdin.resume().once("end", () => app.close());
