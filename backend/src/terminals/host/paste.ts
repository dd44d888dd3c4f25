/** Control sequences, whole: what stays of one without its escape character would be typed as text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters it is about.
const SEQUENCES = /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]/gu;
/** Every control character but tab and line ends. */
const CONTROLS = /(?![\t\n\r])\p{Cc}/gu;

/**
 * Text as it may be pasted: nothing in it can end the brackets around it or work as a key. Line ends become what the
 * return key sends.
 */
export function pasted(text: string, bracketed: boolean): string {
  const plain = text
    .replace(SEQUENCES, "")
    .replace(CONTROLS, "")
    .replace(/\r\n|\n/g, "\r");
  return bracketed ? `\u001b[200~${plain}\u001b[201~` : plain;
}
