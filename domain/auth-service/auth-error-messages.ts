import { passwordTooLong } from "./password-too-long";

/** The auth service's refusal, as supabase-js returns it. */
export interface ServiceError {
  name: string;
  message: string;
  code?: string;
}

/** A refusal as a message for the user, and the form's field that it is about, if any. */
export interface Explanation {
  text: string;
  field?: "email" | "password" | "currentPassword" | "code";
  /** What to check in fields that may be the reason, where the text is shown elsewhere. */
  suspects?: Partial<Record<"email" | "password", string>>;
}

const unknown = "Something went wrong";
const expired = "That link has been used already, or is too old. Ask for a new one.";
const signInAgain = "Your session has ended. Sign in again.";
const tooFast = "Too many attempts in a short time. Wait a few minutes, then try again.";
const noSuchWay = "This site does not offer that way of signing in.";
const startAgain =
  "That took too long, or was started in another browser. Start again from the sign-in page.";

/** Our code for credentials that are refused where an unconfirmed address may be the reason. */
const orUnconfirmed = "invalid_credentials_or_unconfirmed";

/** The refusal of a sign-in, where new addresses are confirmed by email. */
export const maybeUnconfirmed = ({ name, message, code }: ServiceError): ServiceError => ({
  name,
  message,
  code: code === "invalid_credentials" ? orUnconfirmed : code,
});

/** The service's own messages about a field of a form, as a form says them. */
const plainer: Record<string, Explanation> = {
  "Unable to validate email address: invalid format": {
    text: "Enter an email address, such as name@company.example.",
    field: "email",
  },
  "Password recovery requires an email": { text: "Enter your email address.", field: "email" },
};

/**
 * Code of the service → message for the user. A function where the service's message contains
 * facts, or several cases.
 */
const sentences: Record<string, string | Explanation | ((message: string) => Explanation)> = {
  // The same for all three: otherwise anyone could learn who has an account.
  invalid_credentials: {
    text: "Invalid login credentials: the email address or the password is wrong.",
    suspects: { email: "Check the address.", password: "Check the password." },
  },
  [orUnconfirmed]: {
    text: "Invalid login credentials: the email address or the password is wrong, or the address is not confirmed yet. To get another confirmation email, choose “No confirmation email?”.",
    suspects: { email: "Check the address.", password: "Check the password." },
  },
  email_not_confirmed: {
    text: "Your email address is not confirmed yet. Open the link in the email that we sent you.",
    field: "email",
  },
  user_banned: "This account is banned. Contact us if you think that this is a mistake.",
  user_not_found: "This account no longer exists.",
  user_already_exists: {
    text: "This address already has an account. Log in instead.",
    field: "email",
  },
  email_exists: { text: "This address belongs to another account.", field: "email" },
  identity_already_exists: "That account is already connected to another user.",
  email_address_invalid: { text: "That email address cannot receive email.", field: "email" },
  email_address_not_authorized: { text: "We cannot send email to that address.", field: "email" },
  weak_password: (message) => ({ text: message, field: "password" }),
  same_password: {
    text: "Choose a password that differs from the one you had.",
    field: "password",
  },
  current_password_invalid: {
    text: "The current password is incorrect.",
    field: "currentPassword",
    suspects: { password: "Check the password." },
  },
  validation_failed: (message) =>
    plainer[message] ?? {
      text: /^Password cannot be longer/.test(message) ? passwordTooLong : message,
      field: fieldNamedIn(message),
    },
  signup_disabled: "This site takes no new accounts at the moment.",
  email_provider_disabled: "Signing in by email is switched off on this site.",
  phone_provider_disabled: noSuchWay,
  anonymous_provider_disabled: "Enter an email address and a password.",
  provider_disabled: noSuchWay,
  oauth_provider_not_supported: noSuchWay,
  saml_provider_disabled: noSuchWay,
  web3_provider_disabled: noSuchWay,
  passkey_disabled: noSuchWay,
  feature_disabled: noSuchWay,
  otp_disabled: "Signing in by email is switched off on this site.",
  unsupported_grant_type: noSuchWay,
  manual_linking_disabled: "Accounts cannot be connected on this site.",
  provider_email_needs_verification:
    "The address of that account is not confirmed. Confirm it there, then sign in again.",
  access_denied: "You did not allow the sign-in.",
  bad_oauth_state: startAgain,
  bad_oauth_callback: startAgain,
  bad_code_verifier: startAgain,
  pkce_code_verifier_not_found: startAgain,
  flow_state_not_found: startAgain,
  flow_state_expired: startAgain,
  otp_expired: expired,
  invite_not_found: expired,
  mfa_verification_failed: {
    text: "That code is incorrect. Take the one that your app shows now.",
    field: "code",
  },
  mfa_verification_rejected: { text: "That code was refused.", field: "code" },
  mfa_challenge_expired: {
    text: "That took too long. Enter the code that your app shows now.",
    field: "code",
  },
  mfa_ip_address_mismatch: { text: "Your network has changed. Enter a new code.", field: "code" },
  mfa_factor_not_found:
    "That authenticator or security key is no longer connected to your account.",
  mfa_factor_name_conflict: "You already have an authenticator or a security key of that name.",
  mfa_verified_factor_exists: "You already have that authenticator.",
  too_many_enrolled_mfa_factors:
    "You have as many authenticators and security keys as an account may have.",
  mfa_phone_enroll_not_enabled: "This site offers no codes by text message.",
  mfa_webauthn_enroll_not_enabled: "This site offers no security keys.",
  insufficient_aal: "Enter your second factor first.",
  reauthentication_needed: "Confirm first that it is you.",
  reauthentication_not_valid: { text: "That code is incorrect, or too old.", field: "code" },
  session_not_found: signInAgain,
  session_expired: signInAgain,
  refresh_token_not_found: signInAgain,
  refresh_token_already_used: signInAgain,
  bad_jwt: signInAgain,
  no_authorization: signInAgain,
  not_admin: "Only an administrator may do that.",
  over_request_rate_limit: tooFast,
  over_email_send_rate_limit: (message) => {
    const seconds = secondsIn(message);
    return {
      text: seconds
        ? `We have just sent an email there. Wait ${seconds} ${seconds === 1 ? "second" : "seconds"} before you ask for another.`
        : "We have sent many emails in the last hour. Try again later.",
    };
  },
  captcha_failed: "The check that you are not a robot failed. Try again.",
  conflict: "Someone else changed this at the same time. Try again.",
  insufficient_storage:
    "Nothing can be saved right now, because we have run out of storage space. Try again later.",
  request_timeout: "That took too long. Try again.",
  request_entity_too_large: "That is more than this form accepts.",
  bad_json: unknown,
  unexpected_failure: unknown,
  unknown,
};

/**
 * Errors of hosted projects only, by families: their codes are many, and users get one message for
 * each family.
 */
const families: [RegExp, string][] = [
  [/^user_sso_managed$/, "Your organization manages this account: change it there."],
  [/^(saml|sso)_/, "Signing in through your organization failed. Ask its administrators."],
  [/^hook_/, "Our account service could not finish that. Try again in a moment."],
  [/^mfa_\w+_not_enabled$/, "This site does not offer that second factor."],
  [/^(phone|sms|over_sms)_/, "This site sends no text messages."],
  [/identity_not_\w+$/, "That way of signing in cannot be removed from this account."],
  [/^reauth_/, "Confirm first that it is you."],
  [/^unexpected_audience$/, startAgain],
];

/** Whether the service did not respond at all, which is nobody's error. */
const isUnavailable = ({ name }: ServiceError) => name === "AuthRetryableFetchError";

/**
 * The status of the response to a form that the service refused: 503 or 507 when the service itself
 * failed.
 */
export function statusOf(error: ServiceError): 400 | 503 | 507 {
  if (error.code === "insufficient_storage") return 507;
  return isUnavailable(error) || error.code === "unexpected_failure" ? 503 : 400;
}

/**
 * Turns a refusal of the auth service into a message. Codes that have no text yet keep the
 * service's own message.
 */
export function explain(error: ServiceError): Explanation {
  if (isUnavailable(error)) {
    return { text: "Our account service is not responding right now. Try again in a moment." };
  }
  const { code, message } = error;
  const known = code === undefined || !Object.hasOwn(sentences, code) ? undefined : sentences[code];
  if (typeof known === "function") return known(message || unknown);
  if (typeof known === "string") return { text: known };
  const family = families.find(([codes]) => code !== undefined && codes.test(code));
  return known ?? { text: family?.[1] ?? (message || unknown) };
}

/** The wait in seconds that the service's message requests; null when it names none. */
export function secondsIn(message: string): number | null {
  const digits = /after (\d+) seconds?/.exec(message)?.[1];
  return digits === undefined ? null : Number(digits);
}

function fieldNamedIn(message: string): Explanation["field"] {
  if (/password/i.test(message)) return "password";
  if (/e-?mail/i.test(message)) return "email";
  return /\bcode\b/i.test(message) ? "code" : undefined;
}
