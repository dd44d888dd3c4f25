import type { preValidationAsyncHookHandler } from "fastify";
import type { TObject, TSchema } from "typebox";

/**
 * A hook that gives the numbers and booleans of a query their type, for an address holds only text. What is no number
 * and neither `true` nor `false` stays as it is, and is refused by the schema.
 */
export function typedQuery({ properties }: TObject): preValidationAsyncHookHandler {
  return async (request) => {
    const query = request.query as Record<string, unknown>;
    request.query = Object.fromEntries(
      Object.entries(query).map(([name, value]) => {
        const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
        return [name, typeof value === "string" && schema ? typed(value, schema) : value];
      }),
    );
  };
}

function typed(text: string, schema: TSchema): unknown {
  const { type } = schema as { type?: unknown };
  if ((type === "number" || type === "integer") && /^-?\d{1,15}(\.\d{1,15})?$/.test(text)) return Number(text);
  if (type === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}
