import { type Context, Hono } from "hono";
import { z } from "zod";
import { auditFailure, auditRefusedSignIn, type AuditedFailure } from "../audit/audit";
import { readBody, requireStorable, text } from "../body";
import { AuthError, validationFailed } from "../errors";
import { type FlowMethod, issueAuthCode } from "../oauth/flow-state";
import { readEmail, requirePhone } from "../users/email-and-phone";
import { knownDevice, rememberDevice } from "../limits/known-device";
import { putError, putSession } from "../redirects/redirect-with-session";
import { hashCode, pkcePrefix } from "../mail/one-time-tokens";
import {
  type Attempt,
  limitByIp,
  limitRequests,
  takeDevice,
} from "../limits/sign-in-and-mail-limits";
import { chooseRedirect, isExactRedirect } from "../redirects/redirects";
import type { AuthEnv, Service } from "../service";
import { type Grant, sessionBody, startSession } from "../sessions/sessions";
import { findUserByEmail } from "../users/users";
import {
  halfWay,
  readVerificationType,
  spendToken,
  type VerificationType,
  wrongCode,
} from "../accounts/verification";

const verifySchema = z.object({
  type: text(),
  token: text(),
  token_hash: text(),
  email: text(),
  phone: text(),
  redirect_to: text(),
});

type VerifyBody = z.infer<typeof verifySchema>;

/** Routes of `/verify`: mailed links and codes. */
export function verifyRoutes(service: Service): Hono<AuthEnv> {
  const { limits, database } = service;
  const app = new Hono<AuthEnv>();

  app.post("/verify", async (c) => {
    const client = c.get("client");
    limitByIp(limits.verify, client.ipAddress);
    const body = await readBody(c.req.raw, verifySchema);
    requireSomeType(body.type);
    const { hash, typedFor } = readToken(service, body);
    const type = readVerificationType(body.type);
    // No mail contains a code of another kind.
    if (!type) throw typedFor === undefined ? unknownType() : wrongCode();
    const attempt = typedFor === undefined ? null : await takeTypedCode(service, c, typedFor);
    const outcome = await database
      .transaction(async (db) => {
        const confirmed = await spendToken(service, db, {
          type,
          hash,
          typedFor,
          ipAddress: client.ipAddress,
        });
        if (!confirmed) return null;
        const { user, disputed } = confirmed;
        const method = sessionMethod(type);
        return { grant: await startSession(service, db, user.id, method, client), disputed };
      })
      .catch((error: unknown) => {
        if (error instanceof AuthError) {
          const refusal = { ipAddress: client.ipAddress, error, traits: { type } };
          if (typedFor === undefined) auditRefusedSignIn(service, refusal);
          else auditWrongCode(service, typedFor, refusal);
        }
        throw error;
      });
    attempt?.giveBack();
    if (!outcome) return c.json({ msg: halfWay, code: "200" });
    rememberDevice(service, c, outcome.grant.user);
    return c.json({
      ...(await sessionBody(service, outcome.grant)),
      // Ours, not the hosted service's: the client should require a new password.
      ...(outcome.disputed && { disputed_sign_up: true }),
    });
  });

  app.get("/verify", async (c) => {
    const { ipAddress } = c.get("client");
    limitByIp(limits.verify, ipAddress);
    const type = c.req.query("type") ?? "";
    requireSomeType(type);
    const token = c.req.query("token") ?? "";
    if (token === "") throw validationFailed("Verify requires a token or a token hash");
    requireStorable(token);
    const { options } = service;
    const requested = chooseRedirect(options, c.req.query("redirect_to"), c.req.header("referer"));
    const continuesFlow = token.startsWith(pkcePrefix);
    const isExact = isExactRedirect(options, requested, continuesFlow ? "code" : "session");
    const target = new URL(isExact ? requested : options.siteUrl);
    try {
      await followLink(service, c, { type, token, target, continuesFlow });
    } catch (error) {
      if (!(error instanceof AuthError)) throw error;
      auditRefusedSignIn(service, { ipAddress, error, traits: { type } });
      putError(target, error, { inQuery: continuesFlow });
    }
    return c.redirect(target.href, 303);
  });

  return app;
}

/** Counts a typed code before it is checked. Throws 429 when too many were wrong. */
async function takeTypedCode(
  service: Service,
  c: Context<AuthEnv>,
  email: string,
): Promise<Attempt> {
  const { mailedCode, mailedCodeFromDevice } = service.limits;
  const device = takeDevice(mailedCodeFromDevice, await knownDevice(service, c, email), email);
  if (device) return device;
  limitRequests(mailedCode, email);
  return { giveBack: () => mailedCode.giveBack(email) };
}

/** Records a refused code for the account of the entered email address. */
function auditWrongCode(service: Service, email: string, refusal: AuditedFailure) {
  const { delivery, database } = service;
  delivery.inBackgroundLater("A refused code could not be recorded.", async () => {
    const user = await findUserByEmail(database, email);
    if (user) await auditFailure(service, database, user, "login_failed", refusal);
  });
}

function requireSomeType(value: string): void {
  if (value === "") throw validationFailed("Verify requires a verification type");
}

const unknownType = () => validationFailed("Invalid email verification type");

/** A link contains the token itself; a typed code gives it together with the email address. */
function readToken({ keys }: Service, body: VerifyBody): { hash: string; typedFor?: string } {
  if ((body.token === "") === (body.token_hash === "")) {
    throw validationFailed("Verify requires either a token or a token hash");
  }
  if (body.token_hash !== "") {
    if (body.email !== "" || body.phone !== "" || body.redirect_to !== "") {
      throw validationFailed("Only the token_hash and type should be provided");
    }
    return { hash: body.token_hash };
  }
  if ((body.email === "") === (body.phone === "")) {
    throw validationFailed("Only an email address or phone number should be provided on verify");
  }
  if (body.email === "") {
    requirePhone(body.phone);
    throw wrongCode();
  }
  const email = readEmail(body.email);
  if (email === null) throw new AuthError(422, "validation_failed", "Invalid email format");
  return { hash: hashCode(keys.oneTimeTokenSecret, email, body.token), typedFor: email };
}

interface Link {
  type: string;
  token: string;
  target: URL;
  continuesFlow: boolean;
}

type Outcome = { code: string } | { grant: Grant } | null;

/** Spends the token of an opened link and puts into `target` what the client reads there. */
async function followLink(
  service: Service,
  c: Context<AuthEnv>,
  { type: named, token, target, continuesFlow }: Link,
): Promise<void> {
  const type = readVerificationType(named);
  if (!type) throw unknownType();
  const client = c.get("client");
  const outcome = await service.database.transaction(async (db): Promise<Outcome> => {
    const confirmed = await spendToken(service, db, {
      type,
      hash: token,
      ipAddress: client.ipAddress,
    });
    if (!confirmed) return null;
    const { user, flowId } = confirmed;
    if (!continuesFlow)
      return { grant: await startSession(service, db, user.id, sessionMethod(type), client) };
    const flow = flowId ? { id: flowId } : { method: flowMethod(type) };
    return { code: await issueAuthCode(db, user.id, flow, service.now()) };
  });
  if (!outcome) {
    if (continuesFlow) target.searchParams.set("message", halfWay);
    target.hash = new URLSearchParams({ message: halfWay, sb: "" }).toString();
  } else if ("code" in outcome) {
    target.searchParams.set("code", outcome.code);
  } else {
    putSession(target, await sessionBody(service, outcome.grant), { type });
  }
}

/**
 * How a session that a mail opened was begun. A changed email address is a separate method: with
 * `otp` in their token, someone at an unattended browser could choose a password without the old
 * one.
 */
const sessionMethod = (type: VerificationType) =>
  type === "email_change" ? "email_change" : "otp";

const flowMethod = (type: VerificationType): FlowMethod =>
  type === "signup" || type === "email" ? "email/signup" : type;
