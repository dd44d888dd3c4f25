import { join } from "node:path";
import { folderVariable, inHome } from "./folders.ts";
import type { Environment } from "./types.ts";

/** Where the editors of one family keep what they configure: on Linux, macOS and Windows. */
export function configFolders(env: Environment): string[] {
  const folders = [
    folderVariable(env, "XDG_CONFIG_HOME"),
    ...inHome(env, ".config"),
    ...inHome(env, "Library", "Application Support"),
    folderVariable(env, "APPDATA"),
  ];
  return [...new Set(folders.filter((folder) => folder !== null))];
}

const EDITORS = ["Code", "Code - Insiders", "VSCodium", "Cursor", "Windsurf"];
const SERVERS = [".vscode-server", ".cursor-server", ".windsurf-server"];

/** Where each VS Code and relative of it, and its server on this machine, keeps what an extension stores. */
export function extensionFolders(env: Environment, extension: string): string[] {
  const users = [
    ...configFolders(env).flatMap((config) => EDITORS.map((editor) => join(config, editor, "User"))),
    ...SERVERS.flatMap((server) => inHome(env, server, "data", "User")),
  ];
  return users.map((user) => join(user, "globalStorage", extension));
}
