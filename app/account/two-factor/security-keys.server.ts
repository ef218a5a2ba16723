import { z } from "zod";
import { environment } from "@domain/environment.server";
import { forwardingHeaders, visitorsKey } from "@domain/auth-service/forwarding-headers.server";
import { activate, dropUnfinished } from "./second-factors.server";
import type { Ceremony } from "./security-key";
import type { ServiceError } from "@domain/auth-service/auth-error-messages";
import type { Session } from "~/account/session/session.server";

/** A challenge of the auth service, which the page's script passes on to the key. */
export interface KeyRequest {
  factorId: string;
  challengeId: string;
  ceremony: Ceremony;
}

/** The response of a key to a challenge, as a form carries it. */
interface KeyResponse {
  factorId: string;
  challengeId: string;
  credential: unknown;
}

/**
 * Starts to add a security key. It takes effect with its first response ({@link
 * finishSecurityKey}), and is dropped without one. An earlier start of the same name is replaced.
 */
export async function beginSecurityKey(
  session: Session,
  name: string,
): Promise<KeyRequest | { error: ServiceError }> {
  const { auth } = session;
  await dropUnfinished(auth, name);
  const { data, error } = await auth.mfa.enroll({ factorType: "webauthn", friendlyName: name });
  return error ? { error } : challengeKey(session, data.id);
}

/**
 * Activates a security key with its first response.
 *
 * @returns the recovery codes that come with the first factor, null with a further one; or why not
 */
export const finishSecurityKey = (session: Session, response: KeyResponse) =>
  activate(session, () => verify(session, "create", response));

/**
 * Completes a session with a security key of its user.
 *
 * @returns null when done, else why not
 */
export const giveSecurityKey = (session: Session, response: KeyResponse) =>
  verify(session, "request", response);

/** Requests a challenge for a security key of the user, finished or not. */
export async function challengeKey(
  { auth }: Session,
  factorId: string,
): Promise<KeyRequest | { error: ServiceError }> {
  const { data, error } = await auth.mfa.challenge({ factorId, webauthn: relyingParty() });
  if (error) return { error };
  // The id comes from a form, and may be an authenticator's.
  if (data.type !== "webauthn") return { error: noSuchKey };
  const { webauthn } = data;
  if (webauthn.type === "create") {
    const { rp, pubKeyCredParams, timeout, attestation, authenticatorSelection, ...rest } =
      webauthn.credential_options.publicKey;
    const publicKey = {
      rp,
      pubKeyCredParams,
      timeout,
      attestation,
      authenticatorSelection,
      challenge: text(rest.challenge),
      user: { ...rest.user, id: text(rest.user.id) },
      excludeCredentials: (rest.excludeCredentials ?? []).map(descriptor),
    };
    return { factorId, challengeId: data.id, ceremony: { type: "create", publicKey } };
  }
  const { rpId, timeout, userVerification, ...rest } = webauthn.credential_options.publicKey;
  const publicKey = {
    rpId,
    timeout,
    userVerification,
    challenge: text(rest.challenge),
    allowCredentials: (rest.allowCredentials ?? []).map(descriptor),
  };
  return { factorId, challengeId: data.id, ceremony: { type: "request", publicKey } };
}

const noSuchKey = { name: "AuthApiError", code: "mfa_factor_not_found", message: "" };

/** The embedded service knows the relying party; a hosted project receives it with each request. */
function relyingParty() {
  const { hostname, origin } = new URL(environment.SITE_URL);
  return { rpId: hostname, rpOrigins: [origin] };
}

const text = (bytes: BufferSource) =>
  (ArrayBuffer.isView(bytes)
    ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    : Buffer.from(bytes)
  ).toString("base64url");

interface Descriptor {
  type: "public-key";
  id: BufferSource;
  transports?: (AuthenticatorTransport | "cable" | "smart-card")[];
}

const descriptor = ({ type, id, transports }: Descriptor) => ({
  type,
  id: text(id),
  // A hint that browsers do without; their types know neither of these two.
  transports: transports?.filter((way) => way !== "cable" && way !== "smart-card"),
});

const verified = z.object({ access_token: z.string(), refresh_token: z.string() });
const refusal = z.object({ code: z.string().optional(), message: z.string().default("") });

/**
 * Gives a key's response to the auth service, and puts the session that comes back in place of this
 * one. Without the service's client, which takes only what the browser's own function returned, and
 * not what a form carries.
 */
async function verify(
  { auth, clientIp, fetch }: Session,
  type: Ceremony["type"],
  { factorId, challengeId, credential }: KeyResponse,
): Promise<ServiceError | null> {
  const { data } = await auth.getSession();
  const unavailable = { name: "AuthRetryableFetchError", message: "" };
  let response: Response;
  try {
    response = await fetch(
      new URL(`/auth/v1/factors/${factorId}/verify`, environment.SUPABASE_URL),
      {
        method: "POST",
        headers: {
          ...forwardingHeaders(clientIp),
          "Content-Type": "application/json",
          // With it, refusals have the codes that the client reads.
          "X-Supabase-Api-Version": "2024-01-01",
          apikey: visitorsKey,
          Authorization: `Bearer ${data.session?.access_token ?? ""}`,
        },
        body: JSON.stringify({
          challenge_id: challengeId,
          webauthn: { ...relyingParty(), type, credential_response: credential },
        }),
      },
    );
  } catch {
    return unavailable;
  }
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    const refused = refusal.safeParse(body);
    return refused.success && response.status < 500
      ? ofKey({ name: "AuthApiError", ...refused.data })
      : unavailable;
  }
  return (await auth.setSession(verified.parse(body))).error;
}

/** The messages for codes would ask for another code. */
function ofKey(error: ServiceError): ServiceError {
  const message = keyRefusals[error.code ?? ""];
  return message === undefined ? error : { name: error.name, message };
}

const again = "That took too long, or your network has changed. Try again.";
const keyRefusals: Record<string, string | undefined> = {
  mfa_verification_failed:
    "That security key was not accepted. Try again, with the one that has this name.",
  mfa_verification_rejected: "That security key was refused.",
  mfa_challenge_expired: again,
  mfa_ip_address_mismatch: again,
};
