import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { environment } from "~/environment.server";
import { NoRealtime } from "~/account/session/no-realtime.server";
import { onBehalfOf } from "~/account/session/on-behalf-of.server";
import { authFetch } from "~/account/session/auth-fetch.server";

/**
 * Supabase's auth client with the rights of the service (`admin.*`). It holds no session. Check who asks before using it.
 *
 * @param clientIp where the request came from that this is done for: the service counts its limits by address
 */
export function authService(clientIp?: string): SupabaseClient["auth"] {
  const { auth } = createClient(environment.SUPABASE_URL, environment.SUPABASE_SECRET_KEY, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: {
      headers: clientIp ? onBehalfOf(clientIp) : {},
      fetch: authFetch,
    },
    realtime: { transport: NoRealtime },
  });
  return auth;
}
