import { Terminal } from "@xterm/xterm";
import { expect, test } from "vitest";
import { silenceReplies } from "./silence-replies.ts";

const questions = [
  "\x1b[c",
  "\x1b[>c",
  "\x1b[=c",
  "\x1b[5n",
  "\x1b[6n",
  "\x1b[?6n",
  "\x1b[?2004$p",
  "\x1b[4$p",
  "\x1b[>q",
  "\x1bZ",
  "\x1b]10;?\x1b\\",
  "\x1b]10;?;?\x1b\\",
  "\x1b]11;?\x07",
  "\x1b]12;?\x07",
  "\x1b]4;1;?\x07",
  "\x1bP$qm\x1b\\",
  "\x1bP+q544e\x1b\\",
  "\x1b[18t",
];

test.each(questions)("%j is answered by the host alone", async (question) => {
  const terminal = new Terminal({ allowProposedApi: true });
  silenceReplies(terminal);
  const said: string[] = [];
  terminal.onData((data) => said.push(data));
  // After a reset too, with which every screen that is sent begins.
  await new Promise<void>((done) => terminal.write(`${question}\x1bca${question}b`, done));
  expect(said).toEqual([]);
  expect(terminal.buffer.active.getLine(0)?.translateToString(true)).toBe("ab");
  terminal.dispose();
});

test("without it this terminal would answer: the test above can fail", async () => {
  const terminal = new Terminal();
  const said: string[] = [];
  terminal.onData((data) => said.push(data));
  await new Promise<void>((done) => terminal.write("\x1b[6n", done));
  expect(said).toEqual(["\x1b[1;1R"]);
  terminal.dispose();
});
