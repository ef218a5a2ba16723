import type { Provider } from "@supabase/supabase-js";
import { z } from "zod";
import { environment } from "@domain/environment.server";
import { fetchWithin } from "@platen/kit";

/** The names of external providers as they write them. */
const names: Record<string, string> = {
  apple: "Apple",
  azure: "Microsoft",
  bitbucket: "Bitbucket",
  discord: "Discord",
  facebook: "Facebook",
  figma: "Figma",
  github: "GitHub",
  gitlab: "GitLab",
  google: "Google",
  kakao: "Kakao",
  keycloak: "Keycloak",
  linkedin_oidc: "LinkedIn",
  notion: "Notion",
  slack_oidc: "Slack",
  spotify: "Spotify",
  twitch: "Twitch",
  twitter: "X",
  workos: "WorkOS",
  zoom: "Zoom",
};

/** The name of an external provider as it writes it. */
export const providerName = (id: string): string =>
  names[id] ?? id.charAt(0).toUpperCase() + id.slice(1);

/** Ways to sign in that the settings list, but that are not external providers. */
const ownWays = /^(email|phone|anonymous_users|web3.*)$/;

export interface SignInProvider {
  id: Provider;
  name: string;
}

const settingsSchema = z.object({
  external: z.record(z.string(), z.boolean()),
  disable_signup: z.boolean().default(false),
  mailer_autoconfirm: z.boolean().default(false),
});

interface Settings {
  providers: SignInProvider[];
  takesNewAccounts: boolean;
  confirmsByMail: boolean;
}

const freshFor = 60_000;
/** On the monotonic clock: after the other one went back, a failed reading hid the providers. */
let last: { at: number; settings: Promise<Settings> } | undefined;

/**
 * The external providers of this site. None when the service does not respond: its own forms
 * remain.
 */
export async function signInProviders(): Promise<SignInProvider[]> {
  return (await currentSettings()).providers;
}

/**
 * Whether users may sign up themselves. True when the service does not respond: it then refuses
 * with a message.
 */
export async function takesNewAccounts(): Promise<boolean> {
  return (await currentSettings()).takesNewAccounts;
}

/** Whether an email address has to be confirmed by a link that is mailed to it. */
export async function confirmsByMail(): Promise<boolean> {
  return (await currentSettings()).confirmsByMail;
}

function currentSettings(): Promise<Settings> {
  if (!last || performance.now() - last.at > freshFor) {
    last = { at: performance.now(), settings: readSettings() };
  }
  return last.settings;
}

async function readSettings(): Promise<Settings> {
  try {
    const response = await fetchWithin(
      { milliseconds: 2_000, maxBytes: 1_000_000 },
      new URL("/auth/v1/settings", environment.SUPABASE_URL),
      { headers: { apikey: environment.SUPABASE_PUBLISHABLE_KEY } },
    );
    const settings = settingsSchema.parse(await response.json());
    const { external, disable_signup: closed, mailer_autoconfirm: autoconfirms } = settings;
    const providers = Object.keys(external)
      .filter((id) => external[id] && !ownWays.test(id))
      .filter(isProvider)
      .map((id) => ({ id, name: providerName(id) }));
    return { providers, takesNewAccounts: !closed, confirmsByMail: !autoconfirms };
  } catch (error) {
    console.error("The auth service did not return its settings.", error);
    return { providers: [], takesNewAccounts: true, confirmsByMail: true };
  }
}

/** The client's type names the hosted providers; the service takes whatever its settings list. */
function isProvider(id: string): id is Provider {
  return /^[a-z][a-z0-9_:-]*$/.test(id);
}
