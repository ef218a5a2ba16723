import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { environment } from "@domain/environment.server";
import { NoRealtime } from "./no-realtime.server";
import { forwardingHeaders } from "./forwarding-headers.server";
import { authFetch } from "./auth-fetch.server";

/**
 * Supabase's auth client with the service role's permissions (`admin.*`). It holds no session.
 * Check the requester's permission before using it.
 *
 * @param clientIp the IP address of the original request: the service counts its limits by it
 */
export function authService(clientIp?: string): SupabaseClient["auth"] {
  const { auth } = createClient(environment.SUPABASE_URL, environment.SUPABASE_SECRET_KEY, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: {
      headers: clientIp ? forwardingHeaders(clientIp) : {},
      fetch: authFetch,
    },
    realtime: { transport: NoRealtime },
  });
  return auth;
}
