import { defineCommand } from "../command.ts";

export const command = defineCommand({
  options: {
    port: {
      type: "number",
      value: "N",
      min: 0,
      max: 65_535,
      fallback: 0,
      help: "The port on 127.0.0.1; 0 for any free one",
    },
  },
  async run(context, { port }) {
    const { serve } = await import("./model-serve.ts");
    // It prints its address itself, as soon as it listens, and ends when standard input does.
    await serve({ port, json: context.json });
    return null;
  },
});
