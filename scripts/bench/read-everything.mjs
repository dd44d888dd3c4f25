// Reads every file of a folder, a block after the other, and does nothing with it: read-everything.mjs FOLDER
import { closeSync, openSync, readdirSync, readSync } from "node:fs";
import { join } from "node:path";

const [folder] = process.argv.slice(2);
const block = Buffer.allocUnsafeSlow(1 << 20);

for (const name of readdirSync(folder)) {
  const file = openSync(join(folder, name));
  while (readSync(file, block) > 0);
  closeSync(file);
}
