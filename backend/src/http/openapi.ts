import swagger from "@fastify/swagger";
import type { FastifyInstance } from "fastify";
import { Problem } from "../../api/problem.ts";

/** Collects the schemas of every route registered after it, for `docs/openapi.json`. */
export async function openapi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "ThothII Sessions",
        version: "1",
        description: "The routes of `thoth serve`. The live socket at `/live` is in docs/http-and-live.md.",
      },
      components: {
        securitySchemes: {
          bearer: { type: "http", scheme: "bearer" },
          cookie: { type: "apiKey", in: "cookie", name: "thoth-<port>" },
        },
      },
      security: [{ bearer: [] }, { cookie: [] }],
    },
    transformObject: (document) =>
      "openapiObject" in document ? withProblems(document.openapiObject) : document.swaggerObject,
  });
}

type Document = Extract<
  Parameters<NonNullable<import("@fastify/swagger").FastifyDynamicSwaggerOptions["transformObject"]>>[0],
  { openapiObject: unknown }
>["openapiObject"];

/** Every route may fail, and always in the same shape. */
function withProblems(document: Document): Document {
  const failure = {
    description: "A problem; docs/problems.md lists the codes",
    content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
  };
  document.components = {
    ...document.components,
    schemas: { ...document.components?.schemas, Problem: JSON.parse(JSON.stringify(Problem)) },
    responses: { Problem: failure },
  };
  for (const path of Object.values(document.paths ?? {}))
    for (const operation of Object.values(path ?? {}))
      if (typeof operation === "object" && "responses" in operation && operation.responses)
        operation.responses.default = { $ref: "#/components/responses/Problem" };
  return document;
}
