// Writes docs/openapi.json from the routes' schemas; with --check only says whether it is current.
import { readFileSync, writeFileSync } from "node:fs";
import { buildOpenapi } from "../backend/src/openapi.ts";

const file = new URL("../docs/openapi.json", import.meta.url);
const wanted = `${JSON.stringify(await buildOpenapi(), null, 2)}\n`;

if (!process.argv.includes("--check")) {
  writeFileSync(file, wanted);
} else {
  let found = "";
  try {
    found = readFileSync(file, "utf8");
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
  if (found !== wanted) {
    console.error("docs/openapi.json is not what the routes say. Run `npm run openapi` and commit the result.");
    process.exitCode = 1;
  }
}
