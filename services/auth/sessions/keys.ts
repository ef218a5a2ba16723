import { randomBytes, randomUUID } from "node:crypto";
import { chmod, mkdir, open, readFile, rename } from "node:fs/promises";
import path from "node:path";
import { exportJWK, generateKeyPair, importJWK, type JWK } from "jose";
import { z } from "zod";
import { type AuthSettings, defaultSettings } from "../settings";

const algorithm = "ES256";

/** Seconds that a key stays published after its last token expired, for clocks that are behind. */
const graceSeconds = 600;

const fileSchema = z.object({
  one_time_token_secret: z.string().min(43),
  keys: z
    .array(
      z.object({
        kid: z.string().min(1),
        created_at: z.iso.datetime(),
        /** Time until which its tokens are accepted; null for the current signing key. */
        retires_at: z.iso.datetime().nullable(),
        jwk: z.object({
          kty: z.literal("EC"),
          crv: z.literal("P-256"),
          x: z.string(),
          y: z.string(),
          /** The private half; deleted from a retired key. */
          d: z.string().optional(),
        }),
      }),
    )
    .min(1),
});

type KeyFile = z.infer<typeof fileSchema>;

interface LoadedKey {
  kid: string;
  retiresAt: Date | null;
  publicJwk: JWK;
  publicKey: CryptoKey;
  privateKey: CryptoKey | null;
}

/** The keys that sign access tokens. */
export interface SigningKeys {
  /** The current signing key. */
  current(): { kid: string; privateKey: CryptoKey };
  /** The public key with that id, or null when it is unknown or retired. */
  publicKey(kid: string | undefined): CryptoKey | null;
  /** The body of /.well-known/jwks.json: the signing key first, then those that are retiring. */
  jwks(): { keys: JWK[] };
  /**
   * Mixed into the hashes of mailed codes, so that its links cannot be derived from an email
   * address.
   */
  oneTimeTokenSecret: string;
  /** Creates a new signing key; the old one stays accepted until its tokens have expired. */
  rotate(): Promise<void>;
}

/**
 * Opens the key file of a directory, and creates both when they are missing: directory 0700, file
 * 0600. Throws when the file exists but is damaged, because a new key would silently sign everyone
 * out.
 */
export async function openSigningKeys(
  directory: string,
  now: () => Date = () => new Date(),
  { accessTokenSeconds }: Pick<AuthSettings, "accessTokenSeconds"> = defaultSettings,
): Promise<SigningKeys> {
  const file = path.join(directory, "signing-keys.json");
  await mkdir(directory, { recursive: true, mode: 0o700 });
  let content = (await readKeyFile(file)) ?? (await createKeyFile(directory, file, now()));
  let loaded = await loadKeys(content);

  const published = () => loaded.filter((key) => !key.retiresAt || key.retiresAt > now());
  const current = () => {
    const [key] = loaded;
    if (!key?.privateKey) throw new Error(`${file} does not start with a signing key.`);
    return { kid: key.kid, privateKey: key.privateKey };
  };
  current();

  return {
    current,
    publicKey: (kid) => published().find((key) => key.kid === kid)?.publicKey ?? null,
    jwks: () => ({ keys: published().map((key) => key.publicJwk) }),
    oneTimeTokenSecret: content.one_time_token_secret,
    async rotate() {
      const trustedMilliseconds = (accessTokenSeconds + graceSeconds) * 1000;
      const retiresAt = new Date(now().getTime() + trustedMilliseconds).toISOString();
      const believed = content.keys.filter(
        (key) => key.retires_at === null || new Date(key.retires_at) > now(),
      );
      const next: KeyFile = {
        one_time_token_secret: content.one_time_token_secret,
        keys: [
          await createKey(now()),
          ...believed.map((key) => ({
            ...key,
            retires_at: key.retires_at ?? retiresAt,
            jwk: publicHalf(key.jwk),
          })),
        ],
      };
      await writeKeyFile(directory, file, next);
      content = next;
      loaded = await loadKeys(next);
    },
  };
}

async function createKeyFile(directory: string, file: string, now: Date): Promise<KeyFile> {
  const content = {
    one_time_token_secret: randomBytes(32).toString("base64url"),
    keys: [await createKey(now)],
  };
  await writeKeyFile(directory, file, content);
  return content;
}

async function createKey(now: Date): Promise<KeyFile["keys"][number]> {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true });
  const { x, y, d } = await exportJWK(privateKey);
  if (!x || !y || !d) throw new Error("The generated key pair is incomplete.");
  return {
    kid: randomUUID(),
    created_at: now.toISOString(),
    retires_at: null,
    jwk: { kty: "EC", crv: "P-256", x, y, d },
  };
}

async function loadKeys(content: KeyFile): Promise<LoadedKey[]> {
  return Promise.all(
    content.keys.map(async ({ kid, retires_at, jwk }) => {
      const { d } = jwk;
      const coordinates = publicHalf(jwk);
      const publicJwk = { ...coordinates, kid, alg: algorithm, use: "sig", key_ops: ["verify"] };
      return {
        kid,
        retiresAt: retires_at === null ? null : new Date(retires_at),
        publicJwk,
        publicKey: requireCryptoKey(await importJWK(coordinates, algorithm)),
        privateKey:
          d === undefined
            ? null
            : requireCryptoKey(await importJWK({ ...coordinates, d }, algorithm)),
      };
    }),
  );
}

const publicHalf = ({ kty, crv, x, y }: KeyFile["keys"][number]["jwk"]) => ({ kty, crv, x, y });

function requireCryptoKey(key: CryptoKey | Uint8Array): CryptoKey {
  if (key instanceof Uint8Array) throw new Error("Expected an elliptic-curve key.");
  return key;
}

async function readKeyFile(file: string): Promise<KeyFile | null> {
  let source: string;
  try {
    source = await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
  await chmod(file, 0o600);
  try {
    return fileSchema.parse(JSON.parse(source));
  } catch (cause) {
    throw new Error(`${file} is damaged. Restore it, or remove it, which signs out all users.`, {
      cause,
    });
  }
}

/** Atomic: written to a temporary file, synced to disk, then renamed. */
async function writeKeyFile(directory: string, file: string, content: KeyFile): Promise<void> {
  const temporary = path.join(directory, `.signing-keys.${randomUUID()}`);
  const handle = await open(temporary, "wx", 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(content, null, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
}
