import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import type { Logger } from "pino";
import { z } from "zod";
import { refuse } from "../http/error-responses";
import { maxReportBytes, readBody } from "../http/request-body";
import { sourcePlace, UnpackBudget } from "../../logging/source-maps";

/** Where pages report errors of their scripts. */
export const browserErrorPath = "/browser-errors";

const shape = z.object({
  page: z.string().max(2_000),
  message: z.string().max(500),
  stack: z.string().max(4_000),
});

/** Deeper frames are React's internals. */
const maxPlaces = 12;

/** Of each text in a log line: twenty lines a minute of the longest filled 170 MB a day. */
const maxLogged = 200;

const budget = new UnpackBudget();

export interface BrowserErrors {
  logger: Logger;
  siteOrigin: string;
  /** Where the build wrote the source maps of the browser's scripts: they are not served. */
  maps: string;
}

/**
 * Takes an error report from a page and logs it, with source locations. URL parameters are dropped,
 * because they may contain personal data, and so are errors of browser extensions. Anyone can write
 * here, so nothing is trusted, stored or returned.
 */
export async function takeBrowserError(
  request: IncomingMessage,
  response: ServerResponse,
  { logger, siteOrigin, maps }: BrowserErrors,
): Promise<void> {
  if (request.method !== "POST") {
    return refuse(request, response, 405, "Send a POST request.", { Allow: "POST" });
  }
  const body = await readBody(request, maxReportBytes);
  if ("status" in body) return refuse(request, response, body.status, body.sentence);
  const report = read(body.toString());
  if (!report) return refuse(request, response, 400, "That is not a report.");
  response.writeHead(204).end();
  const places = [
    ...report.stack.matchAll(/\b([a-z-]{1,20}:\/\/[^\s()]{1,300}):(\d{1,7}):(\d{1,7})/g),
  ];
  // With an empty Host, "http://:9" is not a valid URL.
  const hosts = [new URL(siteOrigin).host, request.headers.host].filter(Boolean);
  const ours = places.filter(([, url = ""]) => hosts.includes(hostOf(url)));
  if (places.length > 0 && ours.length === 0) return;
  const stack = ours.slice(0, maxPlaces).map(([, url = "", line = "", column = ""]) => {
    const { pathname } = new URL(url);
    const [, file] = /^\/assets\/([\w.-]+\.js)$/.exec(pathname) ?? [];
    const mayUnpack = (bytes: number) => budget.allows(bytes);
    const source = file && sourcePlace(join(maps, file), Number(line), Number(column), mayUnpack);
    return source ?? `${pathname.slice(0, maxLogged)}:${line}:${column}`;
  });
  logger.warn(
    {
      page: withoutParameters(report.page).slice(0, maxLogged),
      error: report.message.replace(/\S{1,100}:\/\/\S+/g, withoutParameters),
      stack,
    },
    "A browser reported an error.",
  );
}

function read(text: string) {
  try {
    return shape.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

const withoutParameters = (url: string) => url.replace(/[?#].*$/s, "");

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : "");
