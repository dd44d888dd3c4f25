import swagger from "@fastify/swagger";
import type { FastifyInstance } from "fastify";

/** Collects the schemas of every route registered after it, for `docs/openapi.json`. */
export async function openapi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "ThothII Sessions",
        version: "1",
        description: "Failures are `application/problem+json`; `docs/problems.md` lists the codes.",
      },
      components: {
        securitySchemes: {
          bearer: { type: "http", scheme: "bearer" },
          cookie: { type: "apiKey", in: "cookie", name: "thoth-<port>" },
        },
      },
      security: [{ bearer: [] }, { cookie: [] }],
    },
  });
}
