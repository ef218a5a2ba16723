/** A key that the user has, or may not add again. */
interface KnownKey {
  type: "public-key";
  id: string;
  transports?: AuthenticatorTransport[];
}

type Creation = PublicKeyCredentialCreationOptions;
type Signature = PublicKeyCredentialRequestOptions;

/** What a security key must do, as the service requests it; bytes are base64url. */
export type Ceremony =
  | {
      type: "create";
      publicKey: Pick<
        Creation,
        "rp" | "pubKeyCredParams" | "timeout" | "attestation" | "authenticatorSelection"
      > & {
        challenge: string;
        user: { id: string; name: string; displayName: string };
        excludeCredentials: KnownKey[];
      };
    }
  | {
      type: "request";
      publicKey: Pick<Signature, "rpId" | "timeout" | "userVerification"> & {
        challenge: string;
        allowCredentials: KnownKey[];
      };
    };

/**
 * Passes a request on to a security key, and waits for it. Not with the browser's own
 * `parseRequestOptionsFromJSON` and `toJSON`, which Safari has since 2025 only.
 *
 * @param signal ends the wait
 * @returns the credential as the service reads it
 * @throws {DOMException} when the user cancels, or there is no such key
 */
export async function askKey(ceremony: Ceremony, signal: AbortSignal): Promise<string> {
  const { id, response } = await credentialFor(ceremony, signal);
  const credential = { id, rawId: id, type: "public-key", clientExtensionResults: {} };
  return JSON.stringify({ ...credential, response: textOf(response) });
}

async function credentialFor(ceremony: Ceremony, signal: AbortSignal) {
  const challenge = bytesOf(ceremony.publicKey.challenge);
  const { credentials } = navigator;
  const credential =
    ceremony.type === "create"
      ? await credentials.create({
          publicKey: {
            ...ceremony.publicKey,
            challenge,
            user: { ...ceremony.publicKey.user, id: bytesOf(ceremony.publicKey.user.id) },
            excludeCredentials: ceremony.publicKey.excludeCredentials.map(descriptor),
          },
          signal,
        })
      : await credentials.get({
          publicKey: {
            ...ceremony.publicKey,
            challenge,
            allowCredentials: ceremony.publicKey.allowCredentials.map(descriptor),
          },
          signal,
        });
  if (credential instanceof PublicKeyCredential) return credential;
  throw new DOMException("No security key has responded.", "NotAllowedError");
}

const descriptor = ({ id, ...key }: KnownKey) => ({ ...key, id: bytesOf(id) });

function textOf(response: AuthenticatorResponse) {
  const clientDataJSON = base64Url(response.clientDataJSON);
  if (response instanceof AuthenticatorAttestationResponse) {
    const attestationObject = base64Url(response.attestationObject);
    return { clientDataJSON, attestationObject, transports: response.getTransports() };
  }
  if (response instanceof AuthenticatorAssertionResponse) {
    const authenticatorData = base64Url(response.authenticatorData);
    return { clientDataJSON, authenticatorData, signature: base64Url(response.signature) };
  }
  throw new TypeError("That is not a security key’s response.");
}

const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) =>
    character.charCodeAt(0),
  );

const base64Url = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** A message for the user about why a key did not respond. */
export function problemOf(error: unknown): string {
  // The browser knows it by the keys that it must not add again.
  if (error instanceof DOMException && error.name === "InvalidStateError") {
    return "This security key is connected to your account already. Use another one.";
  }
  // One name for a cancellation, a timeout and a key of another account: browsers do not tell.
  if (error instanceof DOMException && error.name === "NotAllowedError") {
    return "No security key has responded. Have it at hand, then try again.";
  }
  console.error("A security key cannot be used.", error);
  return "This browser cannot use the security key. Try another browser.";
}
