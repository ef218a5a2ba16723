import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import { z } from "zod";
import { refuse } from "../http/error-responses";
import { maxReportBytes, readBody } from "../http/request-body";

/** Where browsers report what the Content-Security-Policy blocked. */
export const cspReportPath = "/csp-report";

/** Characters of a text in a log line: twenty lines a minute of the longest filled 400 MB a day. */
const maxLogged = 200;

const reportedText = z
  .string()
  .max(2_000)
  .transform((text) => text.slice(0, maxLogged))
  .optional();

/**
 * What both report formats contain (W3C CSP Level 3 §5.3; Reporting API). Only what leads to the
 * cause is read.
 */
const old = z.object({
  "csp-report": z.looseObject({
    "effective-directive": reportedText,
    "violated-directive": reportedText,
    "blocked-uri": reportedText,
    "document-uri": reportedText,
    "source-file": reportedText,
  }),
});
const present = z
  .array(
    z.looseObject({
      type: z.string(),
      body: z.looseObject({
        effectiveDirective: reportedText,
        blockedURL: reportedText,
        documentURL: reportedText,
        sourceFile: reportedText,
      }),
    }),
  )
  .max(20);

/**
 * Takes violation reports and logs them: paths only, because a URL may contain personal data.
 * Anyone can write here, so nothing is trusted, stored or returned.
 */
export async function takeCspReport(
  request: IncomingMessage,
  response: ServerResponse,
  logger: Logger,
): Promise<void> {
  if (request.method !== "POST") {
    return refuse(request, response, 405, "Send a POST request.", { Allow: "POST" });
  }
  const body = await readBody(request, maxReportBytes);
  if ("status" in body) return refuse(request, response, body.status, body.sentence);
  const reports = read(body.toString());
  if (!reports) return refuse(request, response, 400, "That is not a report.");
  for (const report of reports)
    logger.warn(report, "A browser reported a violation of the policy.");
  response.writeHead(204).end();
}

function read(text: string) {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  const one = old.safeParse(json);
  if (one.success) {
    const report = one.data["csp-report"];
    const directive = report["effective-directive"] ?? report["violated-directive"];
    return [
      {
        directive: directive?.split(" ")[0],
        blocked: placeOf(report["blocked-uri"]),
        page: placeOf(report["document-uri"]),
        source: placeOf(report["source-file"]),
      },
    ];
  }
  const several = present.safeParse(json);
  if (!several.success) return null;
  return several.data
    .filter(({ type }) => type === "csp-violation")
    .map(({ body }) => ({
      directive: body.effectiveDirective,
      blocked: placeOf(body.blockedURL),
      page: placeOf(body.documentURL),
      source: placeOf(body.sourceFile),
    }));
}

/** Host and path, without parameters; keywords like "inline" and "eval" as they are. */
function placeOf(text: string | undefined): string | undefined {
  if (text === undefined || !URL.canParse(text)) return text?.slice(0, 100).split(/[?#]/)[0];
  const { protocol, host, pathname } = new URL(text);
  return host ? `${host}${pathname}`.slice(0, 300) : protocol;
}
