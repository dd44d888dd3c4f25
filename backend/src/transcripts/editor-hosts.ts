import { join } from "node:path";
import { folderVariable, inHome } from "./folders.ts";
import type { Environment } from "./types.ts";

/** Below a home: on Linux and macOS. */
const CONFIGS = [".config", "Library/Application Support"];
const EDITORS = ["Code", "Code - Insiders", "VSCodium", "Cursor", "Windsurf"];
const SERVERS = [".vscode-server", ".cursor-server", ".windsurf-server"];

/** Below a home, where VS Code and its relatives, and their servers on this machine, keep what is theirs. */
export const editorHomes: readonly string[] = [
  ...CONFIGS.flatMap((config) => EDITORS.map((editor) => `${config}/${editor}`)),
  ...SERVERS,
];

/** Where the editors of one family keep what they configure: on Linux, macOS and Windows. */
export function configFolders(env: Environment): string[] {
  const folders = [
    folderVariable(env, "XDG_CONFIG_HOME"),
    ...CONFIGS.flatMap((config) => inHome(env, config)),
    folderVariable(env, "APPDATA"),
  ];
  return [...new Set(folders.filter((folder) => folder !== null))];
}

/** Where each VS Code and relative of it, and its server on this machine, keeps what an extension stores. */
export function extensionFolders(env: Environment, extension: string): string[] {
  const users = [
    ...configFolders(env).flatMap((config) => EDITORS.map((editor) => join(config, editor, "User"))),
    ...SERVERS.flatMap((server) => inHome(env, server, "data", "User")),
  ];
  return users.map((user) => join(user, "globalStorage", extension));
}
