import { agents } from "./it/agents.ts";
import { app } from "./it/app.ts";
import { chat } from "./it/chat.ts";
import { documents } from "./it/documents.ts";
import { problem } from "./it/problem.ts";
import { search } from "./it/search.ts";
import { sessions } from "./it/sessions.ts";
import { shortcuts } from "./it/shortcuts.ts";
import { terminals } from "./it/terminals.ts";
import { doc, phase } from "./it/workflow.ts";

export const it = { agents, app, chat, doc, documents, phase, problem, search, sessions, shortcuts, terminals };
