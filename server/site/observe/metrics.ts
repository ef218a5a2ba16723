import type { IncomingMessage } from "node:http";
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from "prom-client";
import { safeEqual } from "@platen/kit";
import type { serviceCalls } from "@domain/resilience/service-call-metrics.server";
import type { PageCache } from "../cache/page-cache";
import { comesFromThisMachine } from "../../config/loopback";

export type SiteMetrics = ReturnType<typeof createMetrics>;

interface Sources {
  pages: PageCache | null;
  loadShedder: { rendering: number };
  /** The app's calls to the services; not counted in development. */
  services: typeof serviceCalls | null;
}

/** What this process counts, for Prometheus. */
export function createMetrics({ pages, loadShedder, services }: Sources) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  const requests = new Counter({
    name: "site_requests_total",
    help: "Requests by route, method and status; cached pages are in site_page_cache_total.",
    labelNames: ["route", "method", "status"],
    registers,
  });
  const duration = new Histogram({
    name: "site_request_seconds",
    help: "Duration of requests that were not served from the page cache.",
    labelNames: ["route"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });
  const limited = new Counter({
    name: "site_rate_limited_total",
    help: "Requests that were refused because the client exceeded a rate limit.",
    labelNames: ["limit"],
    registers,
  });
  const shed = new Counter({
    name: "site_shed_total",
    help: "Requests that were refused because the process was overloaded.",
    registers,
  });
  new Gauge({
    name: "site_rendering",
    help: "Pages that are being rendered.",
    registers,
    collect() {
      this.set(loadShedder.rendering);
    },
  });
  if (pages) registerPages(pages, registers);
  if (services) registerServices(services, registers);

  return {
    registry,
    limited: (limit: string) => limited.inc({ limit }),
    shed: () => shed.inc(),
    request(route: string, method: string, status: number, seconds: number) {
      requests.inc({ route, method: countedMethod(method), status });
      duration.observe({ route }, seconds);
    },
  };
}

/** Node parses 34 methods: a stranger who sent each to each route left 5,000 series for good. */
const countedMethod = (method: string) =>
  ["GET", "HEAD", "POST"].includes(method) ? method : "other";

function registerServices(services: typeof serviceCalls, registers: Registry[]) {
  const duration = new Histogram({
    name: "site_service_seconds",
    help: "Duration of calls to the lake and the auth service, and of database transactions.",
    labelNames: ["service", "outcome"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  services.onEnd(({ service, outcome, seconds }) =>
    duration.observe({ service, outcome }, seconds),
  );
  new Gauge({
    name: "site_service_calls",
    help: "Calls to a service that are in flight. Of the database's, those beyond 4 wait for a connection.",
    labelNames: ["service"],
    registers,
    collect() {
      for (const [service, open] of Object.entries(services.open())) this.set({ service }, open);
    },
  });
}

/**
 * The cache counts by itself, at the cost of an addition: the counters are read when the metrics
 * are.
 */
function registerPages(pages: PageCache, registers: Registry[]) {
  new Counter({
    name: "site_page_cache_total",
    help: "Requests served by the page cache: hit, miss (rendered) or stale.",
    labelNames: ["outcome"],
    registers,
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(pages.counts)) this.inc({ outcome }, count);
    },
  });
  new Counter({
    name: "site_renderings_total",
    help: "Pages rendered for the cache, for a visitor or in advance.",
    registers,
    collect() {
      this.reset();
      this.inc(pages.renderings);
    },
  });
  const gauge = (name: string, help: string, field: "bytes" | "entries" | "evictions") =>
    new Gauge({
      name,
      help,
      labelNames: ["partition"],
      registers,
      collect() {
        for (const [partition, size] of Object.entries(pages.sizes))
          this.set({ partition }, size[field]);
      },
    });
  gauge("site_page_cache_bytes", "Bytes of the cached pages.", "bytes");
  gauge("site_page_cache_entries", "Cached pages.", "entries");
  gauge("site_page_cache_evictions", "Pages evicted to make room for others.", "evictions");
}

/**
 * Whether a request may read the metrics: with the token where one is set, else only from this
 * machine, to a site with a loopback origin.
 */
export function mayReadMetrics(
  request: IncomingMessage,
  siteOrigin: string,
  token: string | undefined,
): boolean {
  return token === undefined
    ? comesFromThisMachine(request, siteOrigin)
    : safeEqual(request.headers.authorization ?? "", `Bearer ${token}`);
}
