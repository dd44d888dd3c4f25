import { toJsxRuntime } from "hast-util-to-jsx-runtime";
import bash from "highlight.js/lib/languages/bash";
import json from "highlight.js/lib/languages/json";
import python from "highlight.js/lib/languages/python";
import sql from "highlight.js/lib/languages/sql";
import yaml from "highlight.js/lib/languages/yaml";
import { createLowlight } from "lowlight";
import { memo } from "react";
import { Fragment, jsx, jsxs } from "react/jsx-runtime";

const lowlight = createLowlight({ bash, json, python, sql, yaml });
lowlight.registerAlias({ bash: ["sh", "shell"], sql: ["sqlite", "postgresql", "postgres"], json: ["jsonc"] });

/** The code in coloured spans; plain where the language is unknown. Heavy: load it through {@link CodeBlock}. */
export const HighlightedCode = memo(function HighlightedCode({ code, language }: { code: string; language: string }) {
  if (!lowlight.registered(language)) return code;
  return toJsxRuntime(lowlight.highlight(language, code), { Fragment, jsx, jsxs });
});
