import { type ModelRequest, modelApis } from "./model-apis.ts";
import { type ModelServer, serveModel } from "./model-server.ts";

export const ASK = "What is the codeword? Answer in one line.";
export const tell = (codeword: string) => `The codeword is ${codeword}. Keep it in mind, do nothing else.`;
export const knows = (codeword: string) => `The codeword I remember is ${codeword}.`;

const TOLD = /codeword is ([A-Z]+-\d+)/;

/**
 * What a model would say that knows nothing but the request: the codeword, only where it stands in turns before the
 * question, or in what another agent's work was handed over as.
 */
function reply({ turns, hasTools }: ModelRequest): string {
  if (!hasTools) return "A title";
  const last = turns.findLast(({ role }) => role === "user")?.text ?? "";
  if (last.includes(ASK)) {
    const before = turns.slice(
      0,
      turns.findLastIndex(({ role }) => role === "user"),
    );
    const told = before.map(({ text }) => TOLD.exec(text)?.[1]).find((codeword) => codeword !== undefined);
    return told === undefined ? "I know no codeword." : knows(told);
  }
  const told = TOLD.exec(last)?.[1];
  if (told === undefined) return "Ready.";
  return last.includes("Continue earlier work") ? knows(told) : `I keep ${told} in mind.`;
}

/** Listens on 127.0.0.1; speaks the APIs of Anthropic, OpenAI and Gemini. */
export function startScriptedModel(): Promise<ModelServer> {
  return serveModel((path, body, response) => {
    const api = modelApis.find((candidate) => candidate.path.test(path));
    return api ? api.answer(response, reply(api.read(body as never)), body) : null;
  });
}
