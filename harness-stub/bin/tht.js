#!/usr/bin/env node
// The compile cache has to be on before the first TypeScript file is loaded, hence this small JavaScript door.
import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

enableCompileCache(fileURLToPath(new URL("../node_modules/.cache/compile", import.meta.url)));
await import("../src/cli.ts");
