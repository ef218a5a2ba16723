import type { ClientConfig, InitializedClientConfig } from "@sanity/client";
import { filter } from "rxjs";
import { dataset } from "../environment";
import { connection } from "./connection";
import { lakeUrl } from "./lake-session";
import { ListenerMultiplexer } from "./multiplexer";

let multiplexer: ListenerMultiplexer | undefined;

/**
 * Made with the first listener: the bundle of a hosted project's Studio, which has none, then
 * excludes it.
 */
function openMultiplexer(): ListenerMultiplexer {
  const opened = new ListenerMultiplexer(
    () => `${lakeUrl.replace(/^http/, "ws")}/vX/mux/${dataset}`,
  );
  opened.isConnected.subscribe(connection.isConnected);
  if (typeof window !== "undefined") {
    // A socket whose network is gone silently stays open: the editor would go on writing without
    // notice.
    for (const change of ["offline", "online"])
      window.addEventListener(change, () => opened.reconnect());
  }
  return opened;
}

/** The options of `client.listen` that the lake supports; `events` is applied here. */
const wireOptions = [
  "includePreviousRevision",
  "includeMutations",
  "includeAllVersions",
  "visibility",
  "effectFormat",
  "enableResume",
] as const;

interface ListenOptions extends Partial<Record<(typeof wireOptions)[number], unknown>> {
  events?: string[];
  includeResult?: boolean;
  tag?: string;
}

/** A client from which others are made: `SanityClient` or its observable twin. */
interface Derivable<Self> {
  config(): InitializedClientConfig;
  withConfig(config?: Partial<ClientConfig>): Self;
  clone(): Self;
}

/**
 * Replaces `listen` of a client, and of every client derived from it, with the multiplexer.
 *
 * `listen` is a field of each instance, so it has to be set again on what `withConfig` and `clone`
 * return.
 */
export function overrideListen<Client extends Derivable<Client>>(
  client: Client,
  override: (derived: Client) => Client,
): Client {
  const withConfig = client.withConfig.bind(client);
  const clone = client.clone.bind(client);
  return Object.assign(client, {
    withConfig: (config?: Partial<ClientConfig>) => override(withConfig(config)),
    clone: () => override(clone()),
    listen: (query: string, params: Record<string, unknown> = {}, options: ListenOptions = {}) => {
      const { events = ["mutation"], includeResult = true, tag } = options;
      const { requestTagPrefix } = client.config();
      const wire: Record<string, unknown> = {
        includeResult,
        tag: tag && requestTagPrefix ? `${requestTagPrefix}.${tag}` : tag,
      };
      for (const name of wireOptions) wire[name] = options[name];
      multiplexer ??= openMultiplexer();
      return multiplexer
        .listen({ query, params, options: wire })
        .pipe(filter((event) => events.includes(event.type)));
    },
  });
}
