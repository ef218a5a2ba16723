import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import type { ExaminedSubject } from "@domain/administration/health";
import type { AvatarMaker } from "~/account/profile/avatar.server";
import { endSiteOf } from "@platen/kit";
import type { LoadedApp, SiteSecurity } from "../request-context";
import { mayCompress } from "../http/compression";
import type { AccountLimit } from "../limits/rate-limits";
import { EventLoopScheduler, type EventLoopPressure } from "../limits/event-loop-scheduler";
import { sendFetchResponse, toFetchRequest } from "../http/fetch-adapter";
import type { RenderedPage } from "../cache/cached-page";
import type { WaitingNetworks } from "../cache/waiting-networks";
import { renderPersonalPage, renderSharedPage } from "./render-page";
import { buildSecurityHeaders } from "../security/security-headers";

interface PageRendererOptions {
  app: LoadedApp;
  siteOrigin: string;
  security: SiteSecurity;
  logger: Logger;
  clientIpOf: (request: IncomingMessage) => string;
  pressure: EventLoopPressure;
  avatars: AvatarMaker;
  examineSite: () => Promise<ExaminedSubject[]>;
}

/** What the server knows of one request beyond its content. */
export interface RenderFacts {
  requestId: string;
  /** For the inline scripts of its response. */
  nonce: string;
  /** Whether it carries a session or other personal state. */
  personal: boolean;
  /** Read whole before a page is rendered; null for requests that have none. */
  body: Buffer<ArrayBuffer> | null;
  /** Receives the account whose session the request carries. */
  verified: (account: string | null) => void;
  /** The limit by account that it falls under. */
  accountLimit: AccountLimit | null;
}

export type PageRenderer = ReturnType<typeof createPageRenderer>;

/** Lets the app render pages: for everyone, or for one visitor. */
export function createPageRenderer(options: PageRendererOptions) {
  const { app, siteOrigin, security, logger, clientIpOf, pressure, avatars, examineSite } = options;
  const turns = new EventLoopScheduler(pressure);

  async function shared(key: string, networks: WaitingNetworks): Promise<RenderedPage> {
    return renderSharedPage(await app.load(), siteOrigin + key, {
      avatars,
      examineSite,
      turn: () => networks.turn((network) => turns.take(network)),
      secure: (scriptSources) =>
        buildSecurityHeaders({ ...security, surface: "page", scriptSources }),
      report: (error) => logger.error({ err: error }, "A page could not be rendered."),
    });
  }

  /** @returns how to send it: as slowly as the visitor reads, after the rendering has finished */
  async function personal(
    request: IncomingMessage,
    response: ServerResponse,
    known: RenderFacts,
  ): Promise<() => Promise<void>> {
    const { requestId, nonce, body, verified, accountLimit } = known;
    const clientIp = clientIpOf(request);
    const network = endSiteOf(clientIp);
    const page = await renderPersonalPage(
      await app.load(),
      toFetchRequest(request, response, { siteOrigin, requestId, body }),
      {
        avatars,
        examineSite,
        nonce,
        completeRequested: false,
        clientIp,
        turn: () => turns.take(network),
        mode: security.mode,
        verified,
        accountLimit,
        report: (error) => logger.error({ err: error, requestId }, "A page could not be rendered."),
      },
    );
    const compress = mayCompress(request, known.personal);
    return () => sendFetchResponse(page, request, response, { compress });
  }

  return { shared, personal };
}
