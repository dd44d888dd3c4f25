/** The names and the one port under which this server may be spoken to. */
export interface Hosts {
  /** Whether a Host header names us. */
  isOurs(host: string | undefined): boolean;
  /** Whether an Origin header is ours and the same place as the Host header. */
  isOurOrigin(origin: string, host: string | undefined): boolean;
}

export interface HostsOptions {
  /** The address the server was told to bind. */
  host: string;
  /** Further names, `name` or `name:port`; behind a proxy the port may be another than ours. */
  allowedHosts: readonly string[];
  port(): number;
}

const DEFAULT_PORT = 80;
const TLS_PORT = 443;

export function createHosts({ host, allowedHosts, port }: HostsOptions): Hosts {
  const names = new Set(["127.0.0.1", "localhost", "[::1]", host.includes(":") ? `[${host}]` : host.toLowerCase()]);
  const allowed = allowedHosts.map((entry) => parseHost(entry)).filter((entry) => entry !== null);

  function isOurs(header: string | undefined): boolean {
    const spoken = header === undefined ? null : parseHost(header);
    if (!spoken) return false;
    if (names.has(spoken.name)) return (spoken.port ?? DEFAULT_PORT) === port();
    return allowed.some((entry) => {
      if (entry.name !== spoken.name) return false;
      if (entry.port === null) return (spoken.port ?? DEFAULT_PORT) === port();
      return (spoken.port ?? entry.port) === entry.port;
    });
  }

  return {
    isOurs,
    isOurOrigin(origin, header) {
      if (header === undefined || !isOurs(header)) return false;
      const same = header.toLowerCase();
      if (origin === `http://${same}`) return true;
      // TLS ends at a proxy, and only a name that was allowed by hand can stand before one.
      const tls = allowed.some((entry) => entry.name === parseHost(same)?.name && entry.port === TLS_PORT);
      return tls && origin === `https://${same.replace(/:443$/, "")}`;
    },
  };
}

function parseHost(header: string): { name: string; port: number | null } | null {
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(\d{1,5}))?$/i.exec(header);
  if (!match?.[1]) return null;
  return { name: match[1].toLowerCase(), port: match[2] === undefined ? null : Number(match[2]) };
}
