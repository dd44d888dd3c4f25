// The process that runs one statement. The main thread only watches: when its parent dies, standard input closes and the
// process kills itself, which is the one way to end a statement that is running in the worker.
import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";

enableCompileCache(fileURLToPath(new URL("../node_modules/.cache/compile", import.meta.url)));

let received = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (text: string) => {
  if (received.endsWith("\n")) return;
  received += text;
  if (received.endsWith("\n")) start(received);
});
process.stdin.on("end", () => process.kill(process.pid, "SIGKILL"));

function start(request: string): void {
  const worker = new Worker(new URL("./dwh-query-worker.ts", import.meta.url), { workerData: JSON.parse(request) });
  worker.on("message", (line: string) => {
    // Only the answer ends the process, and only once it is written whole.
    process.stdout.write(`${line}\n`, () => line.startsWith("{") && process.exit(0));
  });
  worker.on("error", () => process.exit(1));
}
