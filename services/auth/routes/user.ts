import { Hono } from "hono";
import { z } from "zod";
import { changeEmail, changePassword, confirmEmail, mergeMetadata } from "../accounts/accounts";
import { requireUser } from "../users/require-user";
import { audit, auditFailure } from "../audit/audit";
import { type Caller, lockCaller, requireCaller } from "../sessions/authentication";
import { metadata, readBody, text } from "../body";
import {
  beginEmailChange,
  requireClaimableEmail,
  requireFreeEmail,
} from "../accounts/email-change";
import { AuthError } from "../errors";
import { challengeFields, readChallenge } from "../oauth/flow-state";
import { requireEmail, requirePhone } from "../users/email-and-phone";
import { rememberDevice } from "../limits/known-device";
import { reserveTogether } from "../mail/delivery";
import { requireStrongPassword } from "../passwords/password-rules";
import { limitByIp } from "../limits/sign-in-and-mail-limits";
import { requireNonce } from "../sessions/reauthentication";
import { chooseRedirect } from "../redirects/redirects";
import type { AuthEnv, Service } from "../service";
import { sessionFacts } from "../sessions/sessions";
import { hasVerifiedFactor, userBody } from "../users/users";

const updateSchema = z.object({
  email: text(),
  phone: text(),
  password: z.string().nullish(),
  current_password: text(),
  nonce: text(),
  data: metadata(),
  app_metadata: metadata(),
  ...challengeFields,
});

/** Routes of `/user`: the signed-in user. */
export function userRoutes(service: Service): Hono<AuthEnv> {
  const { limits, database, delivery, options } = service;
  const app = new Hono<AuthEnv>();

  app.get("/user", async (c) => c.json(userBody((await requireCaller(service, c)).user)));

  app.put("/user", async (c) => {
    const caller = await requireCaller(service, c);
    const { user, session } = caller;
    const { ipAddress } = c.get("client");
    limitByIp(limits.userUpdate, ipAddress);
    const body = await readBody(c.req.raw, updateSchema);
    if (body.phone !== "") {
      requirePhone(body.phone);
      throw new AuthError(400, "phone_provider_disabled", "Unsupported phone provider");
    }
    if (body.app_metadata) {
      throw new AuthError(403, "not_admin", "Updating app_metadata requires admin privileges");
    }
    const email = body.email === "" ? null : requireEmail(body.email);
    const newEmail = email === user.email ? null : email;
    const password = body.password ?? null;
    const challenge = readChallenge(body);
    if (newEmail !== null || password !== null) requireSecondFactor(caller);
    if (user.is_anonymous && password && newEmail === null) {
      throw new AuthError(
        422,
        "validation_failed",
        "Updating password of an anonymous user without an email or phone is not allowed",
      );
    }
    // Where no mail confirms a sign-up, none confirms the first address of an anonymous account.
    const signsUp = newEmail !== null && user.is_anonymous && delivery.autoconfirm;
    const account = user.email ?? "";
    // Two mails, counted by the account and by the mailbox that someone else may own. Before the
    // address is looked up, or one account could try thousands of addresses that others have.
    const admissions =
      newEmail === null || signsUp
        ? []
        : [user.id, newEmail].map((to) =>
            delivery.admit("email_change", to, { ipAddress, account, known: true }),
          );
    if (newEmail !== null && !signsUp) await requireClaimableEmail(database, newEmail, user);
    const passwordHash =
      password === null
        ? null
        : await checkNewPassword(service, caller, password, { ...body, ipAddress });

    const redirectTo = chooseRedirect(options, c.req.query("redirect_to"), c.req.header("referer"));

    const { updated, dispatch } = await database.transaction(async (db) => {
      const now = service.now();
      const current = await lockCaller(db, caller);
      if (newEmail !== null || password !== null) requireSecondFactor(current);
      if (passwordHash !== null) {
        await changePassword(db, user.id, passwordHash, session.id, now);
        await audit(db, user, "user_updated_password", { ipAddress, now });
      }
      if (body.data)
        await mergeMetadata(db, await requireUser(db, user.id), "user", body.data, now);
      if (signsUp) {
        await requireFreeEmail(db, newEmail, user);
        await changeEmail(db, user.id, newEmail, false, now);
        await confirmEmail(db, user.id, now, { identity: false });
      }
      const leavesAt = reserveTogether(admissions, service.now());
      const sending = { ...service, now: () => leavesAt ?? now };
      const mails =
        newEmail === null || signsUp
          ? []
          : await beginEmailChange(sending, db, user, newEmail, challenge, redirectTo);
      await audit(db, user, "user_modified", { ipAddress, now });
      return {
        updated: await requireUser(db, user.id),
        dispatch: await delivery.write(
          db,
          "email_change",
          ...mails.map((mail) => ({ ...mail, leavesAt })),
        ),
      };
    });
    // The new password has ended all known devices, and this one is its owner's.
    if (passwordHash !== null) rememberDevice(service, c, updated);
    dispatch();
    return c.json(userBody(updated));
  });

  return app;
}

/** A password alone must not be enough to take over an account that has a second factor. */
function requireSecondFactor({ user, session }: Caller): void {
  if (!hasVerifiedFactor(user) || sessionFacts(session).aal === "aal2") return;
  throw new AuthError(
    401,
    "insufficient_aal",
    "AAL2 session is required to update email or password when MFA is enabled.",
  );
}

/**
 * How old a session may be that changes the password without a mailed code, where that is asked
 * for.
 */
const freshMilliseconds = 24 * 3600 * 1000;

/**
 * The hash of a new password. Its strength is checked, that it is new, and whatever proof came
 * along: the current password, or the nonce of a reauthentication mail. Neither is required, as by
 * default on the hosted service, unless the operator wants the nonce from sessions that are older
 * than a day.
 */
async function checkNewPassword(
  service: Service,
  { user, session }: Caller,
  password: string,
  { ipAddress, ...proof }: { current_password: string; nonce: string; ipAddress: string },
): Promise<string> {
  const { hashing, options } = service;
  const requester = { ipAddress, account: user.email ?? "" };
  await requireStrongPassword(options, password, {
    email: requester.account,
    metadata: user.raw_user_meta_data,
  });
  const age = service.now().getTime() - session.created_at.getTime();
  if (options.freshPasswordChange && proof.nonce === "" && age > freshMilliseconds) {
    throw new AuthError(
      400,
      "reauthentication_needed",
      "Password update requires reauthentication",
    );
  }
  if (proof.nonce !== "") await requireNonce(service, user, proof.nonce, ipAddress);
  if (proof.current_password !== "" && user.encrypted_password) {
    const { matches } = await hashing.check(proof.current_password, requester, async () => user);
    if (!matches) {
      const error = new AuthError(
        400,
        "current_password_invalid",
        "Current password required when setting new password.",
      );
      await auditFailure(service, service.database, user, "login_failed", { ipAddress, error });
      throw error;
    }
  }
  if ((await hashing.check(password, requester, async () => user)).matches) {
    throw new AuthError(
      422,
      "same_password",
      "New password should be different from the old password.",
    );
  }
  return hashing.hash(password, requester);
}
