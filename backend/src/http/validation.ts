import type { FastifyInstance } from "fastify";
import { problem } from "./problem.ts";

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
    const { "content-encoding": encoding = "identity" } = request.headers;
    if (encoding.toLowerCase() !== "identity")
      done(problem("unsupported-media-type", "Packed bodies are not understood.", "Send it without content-encoding."));
    else if (body === "") done(null, undefined);
    else parse(request, body, done);
  });
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
}
