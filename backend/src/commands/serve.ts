import { OFFLINE } from "../chat/index.ts";
import { type Config, ConfigError, type Flags, readConfig } from "../config.ts";
import { type RunningServer, startServer } from "../server.ts";
import { StartError } from "../workspace-folder.ts";
import { checkModel } from "./doctor/agent-check.ts";

/** A stop that takes longer is cut short. */
const STOP_MS = 9_500;
const LINGER_MS = 500;

/** Runs until a signal comes. 0 after an orderly stop, 1 when the server could not start. */
export async function serve(flags: Flags): Promise<number> {
  // Taken before anything starts: a signal during the start must not leave a lock or a child behind.
  const stopped = nextSignal();
  // A bug in one of many things that go on: it is told, and does not take the agents at work with it.
  process.on("unhandledRejection", (error) => console.error("thoth serve: a failure that nobody handled:", error));
  let server: RunningServer;
  try {
    const config = readConfig({ flags, env: process.env, cwd: process.cwd() });
    server = await startServer({ config, env: process.env, log: process.stderr });
    if (server.created) console.error(`A demo workspace was made at ${config.workspace}.`);
    await warnOfModel(config);
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof StartError)) throw error;
    console.error(`thoth serve: ${error.message}`);
    return 1;
  }
  console.log(`ready ${server.link}`);
  const signal = await stopped;
  await orderly(server, signal);
  return 0;
}

/** Sessions can be read and managed without a model's key, so it ends no start; it would be missed only at a question. */
async function warnOfModel(config: Config): Promise<void> {
  if (config.model === OFFLINE || config.pi) return;
  const { status, detail, todo } = await checkModel(config, null, process.env);
  if (status === "fail") console.error(`thoth serve: ${detail}, so no agent can start.\n${todo}`);
}

function nextSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let asked = false;
    const stop = (signal: NodeJS.Signals) => {
      // Whoever asks twice wants it now.
      if (asked) process.exit(1);
      asked = true;
      resolve(signal);
    };
    process.on("SIGINT", stop);
    process.on("SIGTERM", stop);
  });
}

/** A person who presses Ctrl-C wants an end of it all; a service that is restarted must not take the terminals with it. */
async function orderly(server: RunningServer, signal: NodeJS.Signals): Promise<void> {
  const limit = setTimeout(() => {
    console.error(`thoth serve: stopping took more than ${STOP_MS / 1000} s and was cut short.`);
    process.exit(0);
  }, STOP_MS);
  const endTerminals = signal === "SIGINT";
  const running = await server.runningTerminals();
  await server.close({ endTerminals });
  clearTimeout(limit);
  if (!endTerminals && running > 0)
    console.error(
      `thoth serve: ${running === 1 ? "1 terminal goes" : `${running} terminals go`} on without the server. ` +
        "To go on with them, start it again; to end them: node_modules/.bin/thoth terminals stop --all",
    );
  // Whatever is still at work in the background is nothing to wait for.
  setTimeout(() => process.exit(0), LINGER_MS).unref();
}
