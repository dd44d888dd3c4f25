import { AGENT_ID } from "@thothii/backend/api/agent-limits";
import type { Agent, AgentConfig, PromptTransport } from "@thothii/backend/api/agents";

/** An agent's settings as they are typed: arguments and variables one a line. */
export type AgentForm = {
  /** Fixed but for a new one. */
  id: string;
  label: string;
  command: string;
  args: string;
  promptTransport: PromptTransport;
  promptArgs: string;
  resumeArgs: string;
  forkArgs: string;
  forkHeadlessArgs: string;
  pinSessionArgs: string;
  env: string;
};

export const argumentFields = [
  "args",
  "promptArgs",
  "resumeArgs",
  "forkArgs",
  "forkHeadlessArgs",
  "pinSessionArgs",
] as const;

export type FormFault = "required" | "id" | "taken" | "env";
export type FormFaults = Partial<Record<keyof AgentForm, FormFault>>;

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

export const emptyForm: AgentForm = {
  id: "",
  label: "",
  command: "",
  args: "",
  promptTransport: "argv",
  promptArgs: "",
  resumeArgs: "",
  forkArgs: "",
  forkHeadlessArgs: "",
  pinSessionArgs: "",
  env: "",
};

export function formOf(agent: Agent): AgentForm {
  const { id, label, command, promptTransport, env } = agent;
  const lists = Object.fromEntries(argumentFields.map((field) => [field, agent[field].join("\n")]));
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  return { ...emptyForm, ...lists, id, label, command, promptTransport, env: variables.join("\n") };
}

export function sameForm(a: AgentForm, b: AgentForm): boolean {
  return (Object.keys(emptyForm) as (keyof AgentForm)[]).every((field) => a[field] === b[field]);
}

/** What keeps the settings from being sent; `taken` are the ids there are, for a new one. */
export function formFaults(form: AgentForm, taken: readonly string[] = []): FormFaults {
  const faults: FormFaults = {};
  if (!new RegExp(AGENT_ID).test(form.id)) faults.id = "id";
  else if (taken.includes(form.id)) faults.id = "taken";
  if (form.label.trim() === "") faults.label = "required";
  if (form.command.trim() === "") faults.command = "required";
  if (lines(form.env).some((line) => !NAME.test(line.split("=", 1)[0] ?? "") || !line.includes("=")))
    faults.env = "env";
  return faults;
}

/** Blanks inside a line are the argument's own; a line without anything is none. */
export function configOf(form: AgentForm): AgentConfig {
  const { label, command, promptTransport } = form;
  const [args, promptArgs, resumeArgs, forkArgs, forkHeadlessArgs, pinSessionArgs] = argumentFields.map((field) =>
    lines(form[field]),
  ) as [string[], string[], string[], string[], string[], string[]];
  const env = Object.fromEntries(
    lines(form.env).map((line) => {
      const at = line.indexOf("=");
      return [line.slice(0, at), line.slice(at + 1)];
    }),
  );
  return {
    label: label.trim(),
    command: command.trim(),
    args,
    promptTransport,
    promptArgs,
    resumeArgs,
    forkArgs,
    forkHeadlessArgs,
    pinSessionArgs,
    env,
  };
}

const lines = (text: string) => text.split(/\r?\n/).filter((line) => line.trim() !== "");
