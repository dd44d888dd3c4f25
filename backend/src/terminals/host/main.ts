// The terminal host: a program of its own, so that terminals outlive the server. Everything it will ever run is loaded
// now, by static imports alone: the files on disk may be replaced by another version while it works.
import { listenHost } from "./listen.ts";

const [given = "{}"] = process.argv.slice(2);
const { home, folder, version } = JSON.parse(given) as { home: string; folder: string; version: string };

const told = (error: unknown) => console.error(new Date().toISOString(), error);
// One terminal's bug must not take the others with it.
process.on("uncaughtException", told);
process.on("unhandledRejection", told);
// It belongs to no terminal window; what would end it is told to it by name.
process.on("SIGHUP", () => {});

const listening = await listenHost({ home, folder, version, onError: told });
// Another one is there already: whoever started this one finds that.
if (!listening) process.exit(0);

for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void listening.host.stop());
await listening.ended;
process.exit(0);
