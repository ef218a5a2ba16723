import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@supabase/supabase-js";
import { NoRealtime } from "@domain/auth-service/no-realtime.server";
import { makeEditor } from "../e2e/support/admin-command";
import { backendOf } from "../e2e/support/backend";
import { processesOf } from "../e2e/support/processes";
import { startSite } from "../e2e/support/start-site";
import type { KnownPeople } from "./people";

export interface AttackedSite extends KnownPeople {
  backendPort: number;
  launcher: number;
  dataDirectory: string;
  /** The launcher, and the processes that it started. */
  processes: number[];
  publishableKey: string;
}

const password = "quiet paper mill 7";
/** Of the webhook by which a hosted lake tells of edits. */
export const webhookSecret = "a secret of sixteen characters or more";
export const metricsToken = "a token of the metrics, of more than sixteen characters";
const people = { user: "nora@platen.example", editor: "edda@platen.example" };

/**
 * Starts the built site with a user and an editor.
 *
 * @param environment of the launcher
 * @returns its URL, its output, and how to stop it
 */
export async function startAttackedSite(environment: Record<string, string> = {}) {
  const dataDirectory = await mkdtemp(join(tmpdir(), "hostile-"));
  const site = await startSite({
    dataDirectory,
    environment: {
      SANITY_WEBHOOK_SECRET: webhookSecret,
      METRICS_TOKEN: metricsToken,
      ...environment,
    },
  });
  // An interrupted run must not leave a site behind.
  process.once("exit", () => site.launcher.kill("SIGKILL"));
  const backend = await backendOf({ dataDirectory });
  const { admin } = createClient(backend.SUPABASE_URL, backend.SUPABASE_SECRET_KEY, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: NoRealtime },
  }).auth;
  for (const email of Object.values(people)) {
    const { error } = await admin.createUser({ email, password, email_confirm: true });
    if (error) throw error;
  }
  makeEditor({ dataDirectory }, people.editor);
  const launcher = site.launcher.pid ?? 0;
  const place: AttackedSite = {
    port: Number(new URL(site.url).port),
    backendPort: Number(new URL(backend.SUPABASE_URL).port),
    launcher,
    dataDirectory,
    processes: [launcher, ...processesOf(launcher)],
    publishableKey: backend.SUPABASE_PUBLISHABLE_KEY,
    people,
    password,
  };
  return {
    place,
    output: site.output,
    async stop() {
      await site.stop();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}
