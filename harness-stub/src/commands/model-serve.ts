import { randomBytes } from "node:crypto";
import { startModelServer } from "../../offline-model/model-server.ts";

export interface ServeOptions {
  /** 0 for any free port. */
  port: number;
  json: boolean;
}

/**
 * Runs the offline model until standard input ends: it belongs to the program that started it, and must not outlive
 * it. `THT_MODEL_KEY` sets the key, so that a restarted model is the same to those who knew the old one.
 */
export async function serve({ port, json }: ServeOptions): Promise<void> {
  const key = process.env.THT_MODEL_KEY || randomBytes(32).toString("base64url");
  const server = await startModelServer({ port, key });
  process.stdout.write(
    json
      ? `${JSON.stringify({ url: server.url, key })}\n`
      : `The offline model listens at ${server.url}\nKey: ${key}\n`,
  );
  await inputEnded();
  await server.close();
}

function inputEnded(): Promise<void> {
  return new Promise((resolve) => {
    process.stdin.once("end", resolve).once("close", resolve).once("error", resolve);
    process.stdin.resume();
  });
}
