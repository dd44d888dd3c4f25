import type { Terminal } from "@xterm/xterm";

/**
 * Keeps a terminal from answering what a program asks of it. The host has answered already, once, and before any page
 * saw the question: an answer from here would be typed into whatever runs now.
 */
export function silenceReplies({ parser }: Pick<Terminal, "parser">): void {
  const heard = () => true;
  // What are you: DA1 to DA3, DECID, XTVERSION. Where is the cursor, how are you: DSR. Which mode: DECRQM.
  for (const prefix of ["", ">", "="]) parser.registerCsiHandler({ ...only(prefix), final: "c" }, heard);
  for (const prefix of ["", "?"]) {
    parser.registerCsiHandler({ ...only(prefix), final: "n" }, heard);
    parser.registerCsiHandler({ ...only(prefix), intermediates: "$", final: "p" }, heard);
  }
  parser.registerCsiHandler({ prefix: ">", final: "q" }, heard);
  parser.registerEscHandler({ final: "Z" }, heard);
  // Which setting: DECRQSS, XTGETTCAP.
  for (const intermediates of ["$", "+"]) parser.registerDcsHandler({ intermediates, final: "q" }, heard);
  // Which colour; the same sequence without a question sets it.
  for (const colour of [4, 10, 11, 12]) parser.registerOscHandler(colour, (data) => data.includes("?"));
}

const only = (prefix: string) => (prefix ? { prefix } : {});
