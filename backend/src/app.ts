import compress from "@fastify/compress";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import { Health } from "../api/workspace.ts";
import type { Config } from "./config.ts";
import { createAccess } from "./http/access.ts";
import { createHosts } from "./http/hosts.ts";
import { brotliOptions, COMPRESS_FROM } from "./http/kept-answer.ts";
import { answerMalformed } from "./http/malformed.ts";
import { openapi } from "./http/openapi.ts";
import { asProblem, pathOf, problem, problems, sendProblem } from "./http/problem.ts";
import { checkHost, security, securityHeaders } from "./http/security.ts";
import { sockets } from "./http/sockets.ts";
import { staticFiles } from "./http/static-files.ts";
import { ajvOptions, BODY_LIMIT, validation } from "./http/validation.ts";
import { liveRoutes } from "./live/index.ts";
import { searchRoutes } from "./search/index.ts";
import type { Services } from "./services.ts";
import { sessionRoutes, workspaceRoutes } from "./sessions/index.ts";

export interface AppOptions {
  config: Config;
  services: Services;
  logger: FastifyBaseLogger | false;
  /** This start made the workspace. */
  created: boolean;
}

/** The whole server but for its process: nothing listens and nothing runs until the services are started. */
export async function buildApp({ config, services, logger, created }: AppOptions): Promise<FastifyInstance> {
  const { sessions, live, chat, terminals, search, agents } = services;
  const port = () => {
    const address = app.server.address();
    return typeof address === "object" && address !== null ? address.port : config.port;
  };
  const hosts = createHosts({ host: config.host, allowedHosts: config.allowedHosts, port });

  const app = Fastify({
    ...(logger ? { loggerInstance: logger } : {}),
    logController: new LogController({ disableRequestLogging: true }),
    // Room for the longest list of ids in an address.
    http: { maxHeaderSize: 96 * 1024 },
    bodyLimit: BODY_LIMIT,
    requestTimeout: 60_000,
    // A download whose reader has stopped reading ends some day.
    connectionTimeout: 180_000,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 8192 },
    ajv: ajvOptions,
    clientErrorHandler: answerMalformed,
    // An address that can't be decoded reaches no hook.
    frameworkErrors(error, request, reply) {
      reply.headers(securityHeaders);
      try {
        checkHost(hosts, request);
        throw problem("invalid-request", "The address is malformed.");
      } catch (refusal) {
        return sendProblem(reply, asProblem(refusal ?? error), pathOf(request));
      }
    },
  });

  problems(app);
  validation(app);
  await openapi(app);
  await app.register(compress, {
    threshold: COMPRESS_FROM,
    // Bodies come as they are: one that is packed is refused, and a bomb is never unpacked.
    globalDecompression: false,
    encodings: ["br", "gzip"],
    brotliOptions,
  });
  // Before security: it marks upgrades, and ends the line of those that are refused.
  await sockets(app);
  await security(app, { hosts, access: createAccess(config.token), port });

  app.addHook("onRequest", async () => services.quiet.disturb());
  app.addHook("onResponse", async () => services.quiet.disturb());

  app.get(
    "/healthz",
    {
      config: { public: true },
      schema: { summary: "Sign of life", tags: ["workspace"], security: [], response: { 200: Health } },
    },
    async () => ({ status: "ok" as const }),
  );
  await app.register(liveRoutes, { live });
  await app.register(workspaceRoutes, {
    sessions,
    live,
    about: { created, model: config.model, maxAgents: config.maxAgents },
  });
  await app.register(sessionRoutes, { sessions });
  await app.register(chat.routes);
  await app.register(searchRoutes, search);
  await terminals.routes(app, agents);
  await app.register(agents.routes);
  await app.register(staticFiles, { root: config.page });

  app.addHook("onClose", () => services.close());
  return app;
}
