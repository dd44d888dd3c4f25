import { agents } from "./en/agents.ts";
import { app } from "./en/app.ts";
import { chat } from "./en/chat.ts";
import { documents } from "./en/documents.ts";
import { problem } from "./en/problem.ts";
import { search } from "./en/search.ts";
import { sessions } from "./en/sessions.ts";
import { shortcuts } from "./en/shortcuts.ts";
import { terminals } from "./en/terminals.ts";
import { doc, phase } from "./en/workflow.ts";

export const en = { agents, app, chat, doc, documents, phase, problem, search, sessions, shortcuts, terminals };
