import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

const KEY = "test-key-0123456789-0123456789-0123456789";

/** Settings by which every agent talks to the scripted model alone, and asks nothing at its start. */
export async function prepareHome(home: string, project: string, model: string): Promise<Record<string, string>> {
  const write = async (path: string, content: unknown) => {
    const file = join(home, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, typeof content === "string" ? content : JSON.stringify(content));
  };

  await write(".claude.json", {
    hasCompletedOnboarding: true,
    theme: "dark",
    projects: { [project]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } },
    customApiKeyResponses: { approved: [KEY.slice(-20)], rejected: [] },
  });
  await write(
    ".codex/config.toml",
    `model = "mock-1"
model_provider = "local"
check_for_update_on_startup = false
[model_providers.local]
name = "local"
base_url = "${model}/v1"
env_key = "LOCAL_MODEL_KEY"
wire_api = "responses"
[projects.${JSON.stringify(project)}]
trust_level = "trusted"
[analytics]
enabled = false
`,
  );
  await write(".config/opencode/opencode.json", {
    model: "local/mock-1",
    small_model: "local/mock-1",
    autoupdate: false,
    share: "disabled",
    provider: {
      local: {
        npm: "@ai-sdk/openai-compatible",
        name: "Local",
        options: { baseURL: `${model}/v1`, apiKey: KEY },
        models: { "mock-1": { name: "Mock", tool_call: true, limit: { context: 200_000, output: 8192 } } },
      },
    },
  });
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  const mock = {
    id: "mock-1",
    name: "Mock",
    reasoning: false,
    input: ["text"],
    contextWindow: 200_000,
    maxTokens: 8192,
  };
  await write(".pi/agent/models.json", {
    providers: {
      local: { baseUrl: `${model}/v1`, api: "openai-completions", apiKey: KEY, models: [{ ...mock, cost }] },
    },
  });
  await write(".pi/agent/settings.json", {
    defaultProvider: "local",
    defaultModel: "mock-1",
    enableInstallTelemetry: false,
    enableAnalytics: false,
    quietStartup: true,
  });
  await write(".qwen/settings.json", {
    security: { auth: { selectedType: "openai" }, folderTrust: { enabled: false } },
    general: { disableAutoUpdate: true },
    privacy: { usageStatisticsEnabled: false },
    model: { name: "mock-1" },
  });

  await write(".gemini/settings.json", {
    security: { auth: { selectedType: "gemini-api-key" }, folderTrust: { enabled: false } },
    general: { disableAutoUpdate: true, enableAutoUpdate: false },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
  });
  await write(".copilot/config.json", { trusted_folders: [project], banner: "never" });
  await write(
    ".grok/config.toml",
    `[cli]
auto_update = false
[features]
telemetry = false
[models]
default = "mock"
[model.mock]
model = "mock-1"
name = "Mock"
base_url = "${model}/v1"
api_key = "${KEY}"
context_window = 200000
`,
  );
  await write(".factory/settings.json", {
    customModels: [
      {
        model: "mock-1",
        id: "custom:mock-1",
        displayName: "Mock",
        baseUrl: `${model}/v1`,
        apiKey: KEY,
        provider: "generic-chat-completion-api",
        maxOutputTokens: 8192,
      },
    ],
    sessionDefaultSettings: { model: "custom:mock-1" },
    cloudSessionSync: false,
    logoAnimation: "off",
    trustedFolders: { [project]: { trustedAt: "2026-11-01T10:00:00.000Z" } },
  });
  const settings = { provider: "openai-compatible", apiKey: KEY, model: "mock-1", baseUrl: `${model}/v1` };
  await write(".cline/data/settings/providers.json", {
    version: 1,
    lastUsedProvider: "openai-compatible",
    modes: {},
    providers: { "openai-compatible": { settings, updatedAt: "2026-11-01T10:00:00.000Z", tokenSource: "manual" } },
  });

  return {
    HOME: home,
    LOCAL_MODEL_KEY: KEY,
    ANTHROPIC_BASE_URL: model,
    ANTHROPIC_API_KEY: KEY,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
    OPENAI_API_KEY: KEY,
    OPENAI_BASE_URL: `${model}/v1`,
    OPENAI_MODEL: "mock-1",
    GOOGLE_GEMINI_BASE_URL: model,
    GEMINI_API_KEY: KEY,
    COPILOT_PROVIDER_TYPE: "openai",
    COPILOT_PROVIDER_BASE_URL: `${model}/v1`,
    COPILOT_PROVIDER_API_KEY: KEY,
    COPILOT_MODEL: "mock-1",
    COPILOT_OFFLINE: "true",
    GROK_DISABLE_AUTOUPDATER: "1",
    FACTORY_API_KEY: KEY,
    FACTORY_AIRGAP_ENABLED: "true",
    OPENCODE_DISABLE_AUTOUPDATE: "1",
    OPENCODE_DISABLE_MODELS_FETCH: "1",
    PI_OFFLINE: "1",
    // Whoever would ask somebody else asks nobody.
    HTTPS_PROXY: "http://127.0.0.1:9",
    NO_PROXY: "127.0.0.1,localhost",
    LANG: "C.UTF-8",
  };
}

/** Ends what an agent leaves running when its terminal has ended. */
export async function endDaemons(home: string): Promise<void> {
  try {
    const { pid } = JSON.parse(await readFile(join(home, ".cline/data/locks/hub/production.json"), "utf8"));
    process.kill(pid);
  } catch (error) {
    // It was not started, or is gone.
    if (!["ENOENT", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
}
