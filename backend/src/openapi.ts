import { buildApp } from "./app.ts";
import { readConfig } from "./config.ts";
import { createServices } from "./services.ts";

/** The OpenAPI document of every route, from the schemas they are registered with. Starts nothing. */
export async function buildOpenapi(): Promise<object> {
  const config = readConfig({ flags: {}, env: {}, cwd: import.meta.dirname });
  const services = createServices(config, {});
  const app = await buildApp({ config, services, logger: false, created: false });
  try {
    await app.ready();
    return app.swagger();
  } finally {
    await app.close();
  }
}
