import { createPublicKey, type JsonWebKey } from "node:crypto";
import { cose, decodeCredentialPublicKey } from "@simplewebauthn/server/helpers";

/**
 * Whether signatures can be verified with the key, and made by its owner alone: the library stores
 * what it gets. One point beside the curve locked its owner out, and RSA signatures for the
 * exponent 1 need no private key.
 *
 * @param publicKey as COSE (RFC 9052)
 */
export function isUsableKey(publicKey: Uint8Array<ArrayBuffer>): boolean {
  try {
    const key = decodeCredentialPublicKey(publicKey);
    const { asymmetricKeyDetails } = createPublicKey({ format: "jwk", key: jwkOf(key) });
    return (asymmetricKeyDetails?.publicExponent ?? 3n) >= 3n;
  } catch {
    return false;
  }
}

/** The key as a JWK (RFC 8152, section 13; RFC 8230). Throws for a kind without signatures. */
function jwkOf(key: ReturnType<typeof decodeCredentialPublicKey>): JsonWebKey {
  const encoded = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString("base64url");
  if (cose.isCOSEPublicKeyEC2(key)) {
    const curve = key.get(cose.COSEKEYS.crv) ?? 0;
    const [x, y] = [key.get(cose.COSEKEYS.x), key.get(cose.COSEKEYS.y)];
    return {
      kty: "EC",
      crv: `P-${{ 1: 256, 2: 384, 3: 521 }[curve]}`,
      x: encoded(x),
      y: encoded(y),
    };
  }
  if (cose.isCOSEPublicKeyOKP(key))
    return { kty: "OKP", crv: "Ed25519", x: encoded(key.get(cose.COSEKEYS.x)) };
  if (cose.isCOSEPublicKeyRSA(key))
    return {
      kty: "RSA",
      n: encoded(key.get(cose.COSEKEYS.n)),
      e: encoded(key.get(cose.COSEKEYS.e)),
    };
  throw new TypeError("A key of an unknown kind");
}
