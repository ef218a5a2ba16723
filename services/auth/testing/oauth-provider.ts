import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";

/** A user with an account at the provider. */
export interface ProviderPerson {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
}

/** A misbehavior of a provider, or of an attacker between it and us. */
export interface Misbehavior {
  claims?: JWTPayload;
  /** Signs with an unpublished key. */
  foreignKey?: boolean;
  /** Omits the email address from the id_token: it is only in the userinfo. */
  emailElsewhere?: boolean;
  refuses?: { error: string; error_description: string };
}

export const clientId = "our client";
export const clientSecret = "s3cret: with & symbols";

/**
 * A small OpenID provider on loopback, which signs in the test's user without interaction. It also
 * acts as a GitHub Enterprise server, where `sub` is the numeric id.
 */
export async function startTestProvider() {
  const { publicKey, privateKey } = await generateKeyPair("RS256");
  const foreign = await generateKeyPair("RS256");
  const jwk = { ...(await exportJWK(publicKey)), kid: "one", alg: "RS256", use: "sig" };
  const grants = new Map<string, { person: ProviderPerson; asked: URLSearchParams }>();
  const state: {
    person: ProviderPerson;
    misbehavior: Misbehavior;
    /** Parameters of the last authorization request. */
    asked: URLSearchParams;
  } = { person: { sub: "1" }, misbehavior: {}, asked: new URLSearchParams() };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  const issuer = `http://127.0.0.1:${address.port}`;

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? "/", issuer);
    const json = (body: unknown, status = 200) =>
      response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));

    switch (url.pathname) {
      case "/.well-known/openid-configuration":
        return json({
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          userinfo_endpoint: `${issuer}/userinfo`,
          jwks_uri: `${issuer}/keys`,
        });
      case "/keys":
        return json({ keys: [jwk] });
      case "/authorize":
      case "/login/oauth/authorize": {
        state.asked = url.searchParams;
        const back = new URL(url.searchParams.get("redirect_uri") ?? "");
        back.searchParams.set("state", url.searchParams.get("state") ?? "");
        if (state.misbehavior.refuses) {
          for (const [name, value] of Object.entries(state.misbehavior.refuses)) {
            back.searchParams.set(name, value);
          }
        } else {
          const code = randomUUID();
          grants.set(code, { person: state.person, asked: url.searchParams });
          back.searchParams.set("code", code);
        }
        return response.writeHead(302, { Location: back.href }).end();
      }
      case "/token":
      case "/login/oauth/access_token": {
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(Buffer.from(chunk));
        const form = new URLSearchParams(Buffer.concat(chunks).toString());
        const grant = grants.get(form.get("code") ?? "");
        grants.delete(form.get("code") ?? "");
        const challenge = createHash("sha256")
          .update(form.get("code_verifier") ?? "")
          .digest("base64url");
        const fits =
          knowsSecret(request, form) &&
          form.get("redirect_uri") === grant?.asked.get("redirect_uri") &&
          challenge === grant?.asked.get("code_challenge");
        if (!grant || !fits) return json({ error: "invalid_grant" }, 400);
        return json({
          token_type: "Bearer",
          access_token: `access ${grant.person.sub}`,
          refresh_token: `refresh ${grant.person.sub}`,
          ...(url.pathname === "/token" && { id_token: await idToken(grant) }),
        });
      }
      case "/userinfo":
        return json(state.person);
      case "/api/v3/user":
        return json({ id: Number(state.person.sub), login: "ada", name: state.person.name });
      case "/api/v3/user/emails":
        return json([
          { email: "other@mail.example", primary: false, verified: true },
          {
            email: state.person.email,
            primary: true,
            verified: state.person.email_verified ?? false,
          },
        ]);
      default:
        return json({}, 404);
    }
  }

  function idToken({ person, asked }: { person: ProviderPerson; asked: URLSearchParams }) {
    const { claims, foreignKey, emailElsewhere } = state.misbehavior;
    const { email, email_verified, ...rest } = person;
    const payload: JWTPayload = {
      iss: issuer,
      aud: clientId,
      nonce: asked.get("nonce"),
      exp: Math.floor(Date.now() / 1000) + 300,
      ...rest,
      ...(!emailElsewhere && { email, email_verified }),
      ...claims,
    };
    return new SignJWT(payload)
      .setProtectedHeader({ alg: "RS256", kid: "one" })
      .setIssuedAt()
      .sign(foreignKey ? foreign.privateKey : privateKey);
  }

  return {
    issuer,
    state,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

function knowsSecret(request: IncomingMessage, form: URLSearchParams): boolean {
  const header = request.headers.authorization;
  if (header === undefined) {
    return form.get("client_id") === clientId && form.get("client_secret") === clientSecret;
  }
  const [id = "", secret = ""] = Buffer.from(header.replace(/^Basic /, ""), "base64")
    .toString()
    .split(":")
    .map((half) => decodeURIComponent(half.replaceAll("+", " ")));
  return id === clientId && secret === clientSecret;
}
