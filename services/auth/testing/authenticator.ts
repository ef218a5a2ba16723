import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

const sha256 = (data: string | Uint8Array) => createHash("sha256").update(data).digest();
export const text = (value: string) =>
  Buffer.concat([Buffer.of(0x60 + value.length), Buffer.from(value)]);
export const bytes = (value: Buffer) =>
  Buffer.concat([Buffer.of(0x59, value.length >> 8, value.length & 255), value]);
const number = (value: number) =>
  Buffer.of(value >> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255);

/**
 * A security key, as far as WebAuthn (https://www.w3.org/TR/webauthn-2/) goes, and the browser that
 * it is plugged into.
 */
export class TestAuthenticator {
  readonly id = randomBytes(16);
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  /** Its use counter, which is part of each signature. */
  uses = 0;

  /**
   * The response to a challenge for a new key.
   *
   * @param attestation its format, and its statement in CBOR
   */
  create(
    challenge: string,
    origin: string,
    attestation = { format: "none", statement: Buffer.of(0xa0) },
  ) {
    const publicKey = this.publicKey();
    const attested = Buffer.concat([
      Buffer.alloc(16),
      Buffer.of(0, this.id.length),
      this.id,
      publicKey,
    ]);
    const attestationObject = Buffer.concat([
      Buffer.of(0xa3),
      ...[text("fmt"), text(attestation.format), text("attStmt"), attestation.statement],
      ...[text("authData"), bytes(this.#data(origin, 0x41, attested))],
    ]);
    return this.#credential({
      clientDataJSON: client("webauthn.create", challenge, origin),
      attestationObject,
      transports: ["usb"],
    });
  }

  /** COSE (RFC 9053): an elliptic curve key, ES256, on P-256. */
  publicKey(): Buffer {
    const { x = "", y = "" } = this.#keys.publicKey.export({ format: "jwk" });
    return Buffer.concat([
      Buffer.from("a5010203262001215820", "hex"),
      Buffer.from(x, "base64url"),
      Buffer.from("225820", "hex"),
      Buffer.from(y, "base64url"),
    ]);
  }

  /** The response to a challenge for a signature. */
  get(challenge: string, origin: string) {
    this.uses += 1;
    const authenticatorData = this.#data(origin, 0x01);
    const clientDataJSON = client("webauthn.get", challenge, origin);
    const signed = Buffer.concat([authenticatorData, sha256(clientDataJSON)]);
    const signature = sign("sha256", signed, this.#keys.privateKey);
    return this.#credential({ clientDataJSON, authenticatorData, signature });
  }

  #data(origin: string, flags: number, attested = Buffer.alloc(0)): Buffer {
    const party = sha256(new URL(origin).hostname);
    return Buffer.concat([party, Buffer.of(flags), number(this.uses), attested]);
  }

  #credential(response: Record<string, Buffer | string[]>) {
    const id = this.id.toString("base64url");
    const written = Object.entries(response).map(([name, value]) => [
      name,
      Buffer.isBuffer(value) ? value.toString("base64url") : value,
    ]);
    return {
      ...{ id, rawId: id, type: "public-key", clientExtensionResults: {} },
      response: Object.fromEntries(written),
    };
  }
}

const client = (type: string, challenge: string, origin: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
