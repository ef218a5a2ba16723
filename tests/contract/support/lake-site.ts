import { createServer, type Server } from "node:http";
import { type ServedLake, serveLake, tokens } from "@platen/content-lake/testing/serve";
import { parseTarget } from "../../../server/site/http/request-target";
import { LakeProxy } from "../../../server/site/proxy/lake-proxy";
import { type AccountSite, openAccountSite, type Visitor } from "./account-site";

export const siteOrigin = "http://localhost:3000";

/** The accounts, and a lake behind the site's proxy. */
export interface LakeSite extends AccountSite {
  lake: ServedLake;
  server: Server;
  /** The URL of the lake at the site. The header X-Visitor names the network of a request. */
  address: string;
  signInEditor(): Promise<Editor>;
}

interface Editor {
  headers: { Cookie: string };
  demote(): Promise<unknown>;
  endSessions(): Promise<unknown>;
}

/** Starts the accounts, a lake, and a server that has only the lake's proxy. */
export async function openLakeSite(): Promise<LakeSite> {
  const site = await openAccountSite();
  const lake = await serveLake();
  const { openSession } = await import("~/account/session/session.server");
  const { studioAccess } = await import("~/account/session/studio-session.server");
  const { closePreview } = await import("~/preview/preview-session.server");
  const { admitTokenChange } = await import("~/account/administration/lake-tokens.server");
  const proxy = new LakeProxy({
    admitTokenChange,
    closePreview,
    sessionCookie: "session",
    target: lake.url,
    proxyToken: tokens.proxyToken,
    siteOrigin,
    openSession,
    studioAccess,
  });
  const server = createServer((request, response) => {
    const visitor = String(request.headers["x-visitor"] ?? "198.51.100.1");
    parseTarget(request, siteOrigin);
    proxy.handle(request, response, visitor, "request-1").catch(() => response.destroy());
  });
  server.on("upgrade", (request, socket, head) => {
    proxy.upgrade(request, socket, head, "198.51.100.1").catch(() => socket.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const bound = server.address();
  return {
    ...site,
    lake,
    server,
    address: `http://127.0.0.1:${typeof bound === "object" ? bound?.port : 0}/lake`,
    async signInEditor() {
      const { id, visitor } = await site.signedIn("Editor");
      const demote = () =>
        site.database.query("update public.profiles set role = 'User' where id = $1", [id]);
      const endSessions = () =>
        site.database.query("delete from auth.sessions where user_id = $1", [id]);
      return { headers: cookiesOf(visitor), demote, endSessions };
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await lake.close();
      await site.close();
    },
  };
}

export const cookiesOf = ({ cookies }: Visitor) => ({
  Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
});
