import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { readConfig } from "../backend/src/config.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (path) => readFileSync(join(root, path), "utf8");
const packageOf = (folder) => JSON.parse(read(join(folder, "package.json")));
const packages = [".", "backend", "frontend", "harness-stub"].map(packageOf);
const inFolder = (folder) => readdirSync(join(root, folder)).map((name) => join(folder, name));
const pages = ["README.md", "CONTRIBUTING.md", ...inFolder("docs"), ...inFolder("docs/decisions")].filter((path) =>
  path.endsWith(".md"),
);

const unique = (names) => [...new Set(names)].sort();

describe("docs/decisions/002-dependencies.md", () => {
  // What the pinned Node and types of others come as is explained in the other decisions.
  const taken = (name) => !name.startsWith("@thothii/") && !name.startsWith("@types/") && !name.startsWith("node-");

  test("names every dependency of the packages, and no other", () => {
    const rows = read("docs/decisions/002-dependencies.md")
      .split("\n")
      .filter((line) => line.startsWith("| ") && !line.startsWith("| package "))
      .map((line) => line.split("|")[1]);
    const named = rows.flatMap((cell) => cell.split(",").map((name) => name.replace(/\(.*\)/, "").trim()));
    const used = packages.flatMap((it) =>
      Object.keys({ ...it.dependencies, ...it.devDependencies, ...it.optionalDependencies }),
    );
    expect(unique(named)).toEqual(unique(used.filter(taken)));
  });

  test("holds of the package files that every version is exact", () => {
    const versions = packages.flatMap((it) =>
      Object.entries({ ...it.dependencies, ...it.devDependencies, ...it.optionalDependencies }),
    );
    const loose = versions.filter(
      ([, version]) => !/^(workspace:\*|(npm:@?[\w./-]+@)?\d+\.\d+\.\d+(-[\w.]+)?)$/.test(version),
    );
    expect(loose).toEqual([]);
  });
});

describe.each(pages)("%s", (page) => {
  const text = read(page);
  const outsideCode = text.replaceAll(/```[\s\S]*?```/g, "");

  test("links to files that are there", () => {
    const targets = [...outsideCode.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target.split("#")[0]);
    const local = targets.filter((target) => target !== "" && !/^[a-z]+:/.test(target));
    expect(local.filter((target) => !existsSync(join(root, dirname(page), target)))).toEqual([]);
  });

  test("names pages and scripts that are there", () => {
    const named = [...text.matchAll(/\b(?:docs|scripts|harness-stub|backend|frontend)\/[\w./-]*\w/g)].map(
      ([path]) => path,
    );
    expect(unique(named).filter((path) => !existsSync(join(root, path)) && path !== "frontend/dist")).toEqual([]);
    const { scripts } = packages[0];
    const run = [...text.matchAll(/\bnpm (?:run ([\w:-]+)|(start|test)\b)/g)].map(([, name, short]) => name ?? short);
    expect(unique(run).filter((name) => !scripts[name])).toEqual([]);
  });
});

describe("docs/configuration.md", () => {
  const page = read("docs/configuration.md");

  test("has every variable that the server reads, and no other", () => {
    const asked = new Set();
    const env = new Proxy({}, { get: (_, name) => void asked.add(name) });
    readConfig({ flags: {}, env, cwd: "/" });
    const rows = page.split("\n").filter((line) => /^\| (`--|\| `TH)/.test(line));
    expect(unique(rows.flatMap((row) => row.match(/TH(?:OTH|T)_\w+/g)?.slice(0, 1) ?? []))).toEqual(unique(asked));
  });

  test("has the defaults that the server has", () => {
    const { host, port, model, maxAgents, maxTerminals, idleMs } = readConfig({ flags: {}, env: {}, cwd: "/" });
    for (const [name, value] of Object.entries({
      THOTH_HOST: host,
      THOTH_PORT: port,
      THOTH_MODEL: model,
      THOTH_MAX_AGENTS: maxAgents,
      THOTH_MAX_TERMINALS: maxTerminals,
      THOTH_IDLE_MINUTES: idleMs / 60_000,
    }))
      expect(page).toContain(`\`${name}\` | \`${value}\``);
  });
});
