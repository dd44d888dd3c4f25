import { once } from "node:events";
import { Agent, get } from "node:http";

const ANSWER_MS = 60_000;

/** One answer, whole: its status, headers and body as sent. Rejects when it does not come within a minute. */
export async function ask(url, { headers = {}, agent } = {}) {
  const request = get(url, { headers, agent, signal: AbortSignal.timeout(ANSWER_MS) });
  const [response] = await once(request, "response");
  const chunks = [];
  for await (const chunk of response) chunks.push(chunk);
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
}

/**
 * Clients that ask for one address again and again, each on a connection of its own, until `requests` are answered or
 * `limitMs` have passed. Resolves with how long each answer took and how long all of them, in ms; rejects at the first
 * answer that is not as `expected`.
 */
export async function crowd({ url, headers, expected, clients, requests, limitMs }) {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const answers = [];
  const begun = performance.now();
  let left = requests;

  async function client() {
    while (left > 0 && performance.now() - begun < limitMs) {
      left -= 1;
      const asked = performance.now();
      const { status, body } = await ask(url, { headers, agent });
      if (status !== expected.status || body.length !== expected.body.length) {
        throw new Error(
          `${url} answered ${status} with ${body.length} bytes, not ${expected.status}: ${body.slice(0, 500)}`,
        );
      }
      answers.push(performance.now() - asked);
    }
  }

  try {
    await Promise.all(Array.from({ length: clients }, client));
    return { answers, took: performance.now() - begun };
  } finally {
    agent.destroy();
  }
}
