import cookie from "@fastify/cookie";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Login } from "../../api/workspace.ts";
import type { Access } from "./access.ts";
import type { Hosts } from "./hosts.ts";
import { pathOf, problem } from "./problem.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Needs no token: the static shell, the login, the sign of life. */
    public?: boolean;
    /** Speaks WebSocket. */
    socket?: boolean;
  }
}

export interface SecurityOptions {
  hosts: Hosts;
  access: Access;
  port(): number;
}

export const securityHeaders = {
  "content-security-policy":
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; object-src 'none'; " +
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  // What may be kept says so itself.
  "cache-control": "no-store",
};

/** Checks every request before anything else sees it: where it was sent, whence it came, and who sends it. */
export async function security(app: FastifyInstance, { hosts, access, port }: SecurityOptions): Promise<void> {
  await app.register(cookie);
  const cookieName = () => `thoth-${port()}`;

  app.addHook("onRequest", async (request, reply) => {
    reply.headers(securityHeaders);
    checkHost(hosts, request);
    checkOrigin(hosts, request);
    if (request.ws && !request.routeOptions.config.socket)
      throw problem("route-not-found", `There is no socket at ${pathOf(request)}.`);
    if (isTokenLink(request)) return takeToken(request, reply);
    if (request.routeOptions.config.public) return;
    checkAccess(request);
  });

  function checkAccess(request: FastifyRequest) {
    const bearer = /^Bearer (.+)$/i.exec(request.headers.authorization ?? "")?.[1];
    if (bearer !== undefined && access.knowsToken(bearer)) return;
    if (!access.hasSession(request.cookies[cookieName()]))
      throw problem(
        "unauthorized",
        "This needs the token that the server printed when it started.",
        "Open the link that begins with `ready`, or paste its token.",
      );
    checkCookieUse(hosts, request);
  }

  function isTokenLink(request: FastifyRequest): boolean {
    return request.method === "GET" && pathOf(request) === "/" && tokenOf(request) !== null;
  }

  /** Trades the token in the address for a cookie, and gets it out of the address either way. */
  async function takeToken(request: FastifyRequest, reply: FastifyReply) {
    if (access.knowsToken(tokenOf(request) ?? "")) setCookie(reply);
    const query = new URLSearchParams(queryOf(request));
    query.delete("token");
    const rest = query.toString();
    return reply.header("cache-control", "no-store").redirect(rest === "" ? "/" : `/?${rest}`, 303);
  }

  function setCookie(reply: FastifyReply) {
    reply.setCookie(cookieName(), access.openSession(), { path: "/", httpOnly: true, sameSite: "strict" });
  }

  app.post<{ Body: Login }>(
    "/login",
    {
      config: { public: true },
      schema: { summary: "Trade the token for the browser's cookie", tags: ["access"], security: [], body: Login },
    },
    async (request, reply) => {
      if (!access.knowsToken(request.body.token))
        throw problem(
          "unauthorized",
          "That is not the token of this server.",
          "Copy it from the line `ready http://…`.",
        );
      setCookie(reply);
      return reply.code(204).send();
    },
  );
}

/** What of the checks a request must pass that never reaches a route, for its address can't be decoded. */
export function checkHost(hosts: Hosts, request: FastifyRequest): void {
  if (hosts.isOurs(request.headers.host)) return;
  throw problem(
    "wrong-host",
    "The address in the Host header is none of this server's.",
    "Open the link that the server printed, or name the host in THOTH_ALLOWED_HOSTS.",
  );
}

function checkOrigin(hosts: Hosts, request: FastifyRequest): void {
  const { origin, host } = request.headers;
  if (origin === undefined || hosts.isOurOrigin(origin, host)) return;
  throw problem("origin-refused", "The request comes from a page of another origin.");
}

/** A browser adds a cookie by itself, so a request that lives on one must show that our own page made it. */
function checkCookieUse(hosts: Hosts, request: FastifyRequest): void {
  const { origin, host } = request.headers;
  const ours = origin !== undefined && hosts.isOurOrigin(origin, host);
  if (request.ws) {
    if (!ours) throw problem("origin-refused", "A socket by cookie must be opened by this server's own page.");
    return;
  }
  if (request.method === "GET" || request.method === "HEAD" || ours) return;
  if (request.headers["sec-fetch-site"] !== "same-origin")
    throw problem(
      "origin-refused",
      "A change by cookie must come from this server's own page.",
      "Programs send the token as `Authorization: Bearer`.",
    );
}

function queryOf(request: FastifyRequest): string {
  const at = request.url.indexOf("?");
  return at === -1 ? "" : request.url.slice(at + 1);
}

function tokenOf(request: FastifyRequest): string | null {
  return new URLSearchParams(queryOf(request)).get("token");
}
