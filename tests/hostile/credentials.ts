import { request, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { createPreviewSecret } from "@sanity/preview-url-secret/create-secret";
import { makeServiceKey } from "../e2e/support/admin-command";
import { openBackendLake } from "../e2e/support/backend-lake";
import type { AttackedSite } from "./attacked-site";
import { newNetwork, signIn } from "./people";

/** What opens those listeners that refuse a stranger. */
export interface Credentials {
  origin: string;
  /** Cookies. */
  user: string;
  editor: string;
  /** An editor's, in a preview. */
  preview: string;
  serviceKey: string;
  publishableKey: string;
  /** The path of the home page's picture for links, with its signature. */
  linkPicture: string;
}

/** Gets the credentials as their owners do. */
export async function credentialsOf(site: AttackedSite): Promise<Credentials> {
  const editor = await signIn(site, "editor");
  return {
    origin: `http://localhost:${site.port}`,
    user: await signIn(site, "user"),
    editor,
    preview: `${editor}; ${await previewOf(site, editor)}`,
    serviceKey: makeServiceKey(site),
    publishableKey: site.publishableKey,
    linkPicture: await linkPictureOf(site),
  };
}

function get(site: AttackedSite, path: string, headers: Record<string, string> = {}) {
  return new Promise<IncomingMessage>((answered, failed) => {
    const to = { host: "127.0.0.1", port: site.port, localAddress: newNetwork(), agent: false };
    request({ ...to, path, headers }, answered)
      .once("error", failed)
      .end();
  });
}

/** The cookie of a preview that the Studio has opened. */
async function previewOf(site: AttackedSite, Cookie: string): Promise<string> {
  const lake = await openBackendLake(site.dataDirectory);
  const { secret } = await createPreviewSecret(lake, "hostile", `http://localhost:${site.port}`);
  const address = new URLSearchParams({
    "sanity-preview-secret": secret,
    "sanity-preview-pathname": "/",
  });
  const response = await get(site, `/preview/enable?${address}`, { Cookie });
  const cookie = response
    .resume()
    .headers["set-cookie"]?.find((each) => each.startsWith("preview="));
  if (!cookie) throw new Error(`No preview opened: ${response.statusCode}.`);
  return cookie.split(";", 1)[0] ?? "";
}

async function linkPictureOf(site: AttackedSite): Promise<string> {
  const [, path] = /content="[^"]*(\/og\/[^"]+)"/.exec(await text(await get(site, "/"))) ?? [];
  if (!path) throw new Error("The home page names no picture for links.");
  return path.replaceAll("&amp;", "&");
}
