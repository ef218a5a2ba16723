import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { decodeAttestationObject, isoCBOR } from "@simplewebauthn/server/helpers";
import { z } from "zod";
import type { Queryable } from "@platen/postgres/database";
import type { Service } from "../service";
import type { Factor, User } from "../users/users";
import { isUsableKey } from "./webauthn-public-key";

const transport = z.enum(["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"]);

const credentialFields = {
  id: z.string(),
  rawId: z.string(),
  type: z.literal("public-key"),
  // No extensions are requested from a device.
  clientExtensionResults: z.unknown().transform(() => ({})),
};

/** A browser's response to a challenge, as auth-js sends it. */
export const webAuthnSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("create"),
    credential_response: z.object({
      ...credentialFields,
      response: z.object({
        clientDataJSON: z.string(),
        attestationObject: z.string(),
        transports: z.array(transport).catch([]),
      }),
    }),
  }),
  z.object({
    type: z.literal("request"),
    credential_response: z.object({
      ...credentialFields,
      response: z.object({
        clientDataJSON: z.string(),
        authenticatorData: z.string(),
        signature: z.string(),
      }),
    }),
  }),
]);

type WebAuthnCredential = z.infer<typeof webAuthnSchema>;

/**
 * A credential as the hosted service stores it, so that it can be moved there and back; bytes are
 * base64.
 */
const storedSchema = z.object({
  id: z.string(),
  publicKey: z.string(),
  transport: z.array(transport).catch([]),
  authenticator: z.looseObject({ signCount: z.number() }),
});

type Stored = z.infer<typeof storedSchema>;

async function keysOf(db: Queryable, user: User): Promise<Map<string, Stored>> {
  const rows = await db.query<{ id: string; credential: unknown }>(
    `select id, web_authn_credential as credential from auth.mfa_factors
     where user_id = $1 and factor_type = 'webauthn' and status = 'verified'`,
    [user.id],
  );
  const keys = new Map<string, Stored>();
  for (const { id, credential } of rows) {
    const { data } = storedSchema.safeParse(credential);
    if (data) keys.set(id, data);
  }
  return keys;
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");

const descriptor = ({ id, transport }: Stored) => ({
  id: Buffer.from(id, "base64").toString("base64url"),
  transports: transport,
});

/** The relying party that a key is created for; a browser signs for no other. */
const party = ({ options }: Service) => {
  const { hostname, origin, host } = new URL(options.siteUrl);
  return { id: hostname, origin, name: host };
};

/**
 * What the browser must request from the device: a new key for an unfinished factor, otherwise a
 * signature by the factor's own.
 *
 * @returns the options, and the challenge in them that the response must contain
 */
export async function webAuthnChallenge(service: Service, user: User, factor: Factor) {
  const { id: rpID, name: rpName } = party(service);
  const keys = await keysOf(service.database, user);
  const key = keys.get(factor.id);
  const isEnrolling = factor.status === "unverified";
  const publicKey = isEnrolling
    ? await generateRegistrationOptions({
        rpID,
        rpName,
        userName: user.email ?? "",
        userID: Buffer.from(user.id),
        excludeCredentials: [...keys.values()].map(descriptor),
        authenticatorSelection: { residentKey: "discouraged", userVerification: "preferred" },
      })
    : await generateAuthenticationOptions({ rpID, allowCredentials: key ? [descriptor(key)] : [] });
  const type = isEnrolling ? "create" : "request";
  return { challenge: publicKey.challenge, body: { type, credential_options: { publicKey } } };
}

/**
 * Whether a device has passed a challenge. Stores the key of a new factor, and the device's use
 * counter: that of a copied key falls behind.
 */
export async function matchesChallenge(
  service: Service,
  db: Queryable,
  { user, factor, challengeId }: { user: User; factor: Factor; challengeId: string },
  result: WebAuthnCredential,
): Promise<boolean> {
  const [row] = await db.query<{ challenge: string | null }>(
    "select web_authn_session_data ->> 'challenge' as challenge from auth.mfa_challenges where id = $1",
    [challengeId],
  );
  if (!row?.challenge || (result.type === "create") !== (factor.status === "unverified"))
    return false;
  const { id: expectedRPID, origin: expectedOrigin } = party(service);
  const expected = {
    expectedRPID,
    expectedOrigin,
    expectedChallenge: row.challenge,
    requireUserVerification: false,
  };
  try {
    switch (result.type) {
      case "create":
        return await register(db, factor, { ...expected, response: result.credential_response });
      case "request":
        return await sign(db, user, factor, { ...expected, response: result.credential_response });
    }
  } catch {
    // The library throws for any mismatch: another site, another challenge, a malformed response.
    return false;
  }
}

type Registration = Parameters<typeof verifyRegistrationResponse>[0];

/**
 * The response without what the device's maker says of it, which was not requested. To check a
 * certificate, the library fetches the URL in it before it looks at who signed it: a user could
 * make the service request any host, and wait for it with the database locked.
 */
function withoutAttestation(result: Registration): Registration {
  const { response } = result.response;
  const sent = decodeAttestationObject(Buffer.from(response.attestationObject, "base64url"));
  const attestationObject = isoCBOR.encode(
    new Map<string, string | Uint8Array | Map<string, never>>([
      ["fmt", "none"],
      ["attStmt", new Map<string, never>()],
      ["authData", sent.get("authData")],
    ]),
  );
  return {
    ...result,
    response: {
      ...result.response,
      response: {
        ...response,
        attestationObject: Buffer.from(attestationObject).toString("base64url"),
      },
    },
  };
}

async function register(db: Queryable, factor: Factor, result: Registration): Promise<boolean> {
  const { verified, registrationInfo } = await verifyRegistrationResponse(
    withoutAttestation(result),
  );
  if (!verified || !isUsableKey(registrationInfo.credential.publicKey)) return false;
  const { credential, aaguid, userVerified, credentialBackedUp } = registrationInfo;
  const stored = {
    id: base64(Buffer.from(credential.id, "base64url")),
    publicKey: base64(credential.publicKey),
    attestationType: "none",
    transport: credential.transports ?? [],
    flags: {
      userPresent: true,
      userVerified,
      backupEligible: registrationInfo.credentialDeviceType === "multiDevice",
      backupState: credentialBackedUp,
    },
    authenticator: {
      AAGUID: base64(Buffer.from(aaguid.replaceAll("-", ""), "hex")),
      signCount: credential.counter,
      cloneWarning: false,
      attachment: "",
    },
  };
  await db.query(
    "update auth.mfa_factors set web_authn_credential = $2, web_authn_aaguid = $3 where id = $1",
    [factor.id, JSON.stringify(stored), aaguid],
  );
  return true;
}

async function sign(
  db: Queryable,
  user: User,
  factor: Factor,
  result: Omit<Parameters<typeof verifyAuthenticationResponse>[0], "credential">,
): Promise<boolean> {
  const key = (await keysOf(db, user)).get(factor.id);
  // The library compares all but the id (Web Authentication, section 7.2, step 5).
  if (!key || result.response.id !== descriptor(key).id) return false;
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    ...result,
    credential: {
      ...descriptor(key),
      publicKey: new Uint8Array(Buffer.from(key.publicKey, "base64")),
      counter: key.authenticator.signCount,
    },
  });
  if (!verified) return false;
  await db.query(
    `update auth.mfa_factors
     set web_authn_credential = jsonb_set(web_authn_credential, '{authenticator,signCount}', to_jsonb($2::bigint))
     where id = $1`,
    [factor.id, authenticationInfo.newCounter],
  );
  return true;
}
