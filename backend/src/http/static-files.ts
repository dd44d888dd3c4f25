import { existsSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";

export interface StaticOptions {
  /** The built page: `index.html`, `assets/` with hashed names, and a few files beside them. */
  root: string;
}

const shell = { config: { public: true }, schema: { hide: true } };

/** The page at `/` and its files. They are the same for everybody, so they need no token. */
export async function staticFiles(app: FastifyInstance, { root }: StaticOptions): Promise<void> {
  // The build packs what it makes (`.br` beside the file) better than could be done on the way.
  await app.register(fastifyStatic, { root, serve: false, index: false, dotfiles: "ignore", preCompressed: true });

  app.get("/", shell, async (_request, reply) => {
    reply.header("cache-control", "no-cache");
    // Asked each time: the page may be built while the server runs.
    if (existsSync(join(root, "index.html"))) return reply.sendFile("index.html", { cacheControl: false });
    return reply.code(503).type("text/html; charset=utf-8").send(notBuilt);
  });

  app.get<{ Params: { "*": string } }>("/assets/*", shell, async (request, reply) =>
    reply.sendFile(`assets/${request.params["*"]}`, { maxAge: "365d", immutable: true }),
  );

  app.get<{ Params: { file: string } }>(
    "/:file(^[A-Za-z0-9_-]+\\.(?:svg|png|ico|js|txt|webmanifest|woff2)$)",
    shell,
    async (request, reply) => reply.sendFile(request.params.file, { maxAge: "1h" }),
  );
}

const notBuilt = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>ThothII Sessions</title>
<body style="font: 16px/1.5 system-ui; max-width: 40em; margin: 4em auto; padding: 0 1em">
<h1>The page is not built</h1>
<p>The server runs, but the files of the page are missing. Build them with <code>npm run build</code>, then reload.</p>
</body>
</html>
`;
