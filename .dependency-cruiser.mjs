// The directions of docs/architecture.md, checked. A new edge is a decision: docs/decisions.
const SLICES = "sessions|chat|terminals|agents|search";

/** slice → the slices it may enter. */
const EDGES = {
  sessions: "(?!)",
  chat: "sessions",
  terminals: "sessions",
  search: "sessions",
  agents: "sessions|chat|terminals",
};

/** The second door of transcripts, for whoever can wait for all of them. */
const ALL_READERS = "^backend/src/transcripts/all-readers\\.ts$";

const TESTS = "\\.test\\.tsx?$|(^|/)(test|testing|e2e)/";
const error = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });

export default {
  forbidden: [
    error("no-circular", "A cycle means two modules are one module.", {}, { circular: true }),
    ...Object.entries(EDGES).map(([slice, allowed]) =>
      error(
        `slice-edges-${slice}`,
        "A slice enters only the slices that EDGES lists.",
        { path: `^backend/src/${slice}/`, pathNot: TESTS },
        { path: `^backend/src/(${SLICES})/`, pathNot: `^backend/src/(${slice}|${allowed})/` },
      ),
    ),
    error(
      "slice-front-door",
      "Enter another slice through its index.ts.",
      { path: "^backend/src/([^/]+)/", pathNot: TESTS },
      {
        path: `^backend/src/(${SLICES}|transcripts)/`,
        pathNot: ["^backend/src/$1/", "^backend/src/[^/]+/index\\.ts$", ALL_READERS],
      },
    ),
    error(
      "app-front-door",
      "The composition sees slices only through their index.ts.",
      { path: "^backend/src/[^/]+\\.ts$", pathNot: TESTS },
      { path: `^backend/src/(${SLICES}|transcripts)/`, pathNot: ["/index\\.ts$", ALL_READERS] },
    ),
    error(
      "foundations-know-no-slice",
      "lib, http, live and transcripts lie below the slices.",
      { path: "^backend/src/(lib|http|live|transcripts)/", pathNot: TESTS },
      { path: `^backend/src/(${SLICES})/|^backend/src/[^/]+\\.ts$` },
    ),
    error(
      "lib-is-a-leaf",
      "lib knows nothing of this product.",
      { path: "^backend/src/lib/", pathNot: TESTS },
      { path: "^backend/(api|src/(?!lib/))" },
    ),
    error(
      "api-is-a-leaf",
      "The contract must load in a browser.",
      { path: "^backend/api/", pathNot: TESTS },
      { pathNot: ["^backend/api/", "(^|/)node_modules/typebox/", "^typebox$"] },
    ),
    error(
      "frontend-sees-only-the-contract",
      "The browser shares schemas with the server, not code.",
      { path: "^frontend/", pathNot: TESTS },
      { path: "^(backend|harness-stub)/", pathNot: "^backend/api/" },
    ),
    error(
      "backend-runs-the-harness",
      "The harness is a program, not a library.",
      { path: "^backend/", pathNot: TESTS },
      { path: "^(harness-stub|frontend)/" },
    ),
    error(
      "harness-stands-alone",
      "The harness must be replaceable by another one.",
      { path: "^harness-stub/" },
      { path: "^(backend|frontend)/" },
    ),
    error(
      "features-are-independent",
      "Features meet only in app/.",
      { path: "^frontend/src/features/([^/]+)/" },
      { path: "^frontend/src/features/", pathNot: "^frontend/src/features/$1/" },
    ),
    error(
      "frontend-flows-up",
      "lib and ui lie below features, features below app.",
      { path: "^frontend/src/(ui|lib)/", pathNot: TESTS },
      { path: "^frontend/src/(features|app)/" },
    ),
    error(
      "features-below-app",
      "Features never import the shell.",
      { path: "^frontend/src/features/" },
      { path: "^frontend/src/app/" },
    ),
    error(
      "ui-is-dumb",
      "ui/ renders; it never fetches.",
      { path: "^frontend/src/ui/", pathNot: TESTS },
      { path: "^frontend/src/lib/(api|live|query)|node_modules/@tanstack/react-query" },
    ),
    error(
      "base-ui-only-in-ui",
      "Wrap a Base UI part once, in ui/.",
      { path: "^frontend/src/", pathNot: "^frontend/src/ui/" },
      { path: "node_modules/(@base-ui|@base-ui-components)/" },
    ),
    error(
      "no-test-in-src",
      "Production code never imports tests.",
      { pathNot: TESTS },
      { path: TESTS, pathNot: "node_modules" },
    ),
    error("resolvable", "Every import resolves.", {}, { couldNotResolve: true, pathNot: "\\?|^virtual:" }),
  ],
  options: {
    parser: "swc",
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)dist/|/fixtures/" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "types", "default"],
      extensions: [".ts", ".tsx", ".js", ".mjs"],
    },
  },
};
