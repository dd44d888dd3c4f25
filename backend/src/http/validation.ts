import type { FastifyInstance } from "fastify";

/** Strict both ways: what is not as documented is refused, and what was meant is never guessed. */
export const ajvOptions = {
  customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false, allErrors: false },
} as const;

export const BODY_LIMIT = 1024 * 1024;

/** JSON bodies only; an empty one is none. Answers are written as they are, the schemas only document them. */
export function validation(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") done(null, undefined);
    else parse(request, body, done);
  });
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
}
