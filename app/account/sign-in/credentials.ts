import { z } from "zod";
import { uuid } from "@domain/accounts/uuid";
import { personName } from "~/account/profile/person-name";
import { isPasswordTooLong, passwordTooLong } from "@domain/auth-service/password-too-long";

/*
 * What the account's forms send. Bounds only: whether an email address or a password is acceptable
 * is for the auth service to decide, so that both modes decide the same.
 */

const email = z.string().trim().max(255, "That is too long for an email address.").default("");
const password = z.string().max(1_000, "That is too long for a password.").default("");
const redirectTo = z.string().max(2_000).optional();

export const signInFields = z.object({ email, password, redirectTo });
export const signUpFields = z.object({ fullName: personName, email, password, redirectTo });
export const emailFields = z.object({ email, redirectTo });
export const passwordFields = z.object({ password });
export const passwordChangeFields = z.object({ currentPassword: password, password });
export const newPasswordFields = z.object({ password, redirectTo });

/** Authenticator apps show the code in two groups, and users type it so. */
const code = z
  .string()
  .max(100, "That is too long for a code.")
  .transform((typed) => typed.replace(/[\s-]/g, ""))
  .default("");

export const mailedCodeFields = z.object({
  email,
  code: code.refine((typed) => /^\d{6,10}$/.test(typed), "The code has six digits."),
});

const secretPattern = /^[A-Z2-7]{16,128}$/;

/** The name of a new second factor. */
export const factorNameFields = z.object({
  name: z
    .string("Give it a name.")
    .trim()
    .min(1, "Give it a name.")
    .max(60, "Keep the name to 60 characters."),
});

/**
 * A new authenticator. The service sends its secret only once, so that the form carries it until a
 * code is correct.
 */
export const firstCodeFields = z.object({
  code,
  factorId: uuid,
  secret: z.string().regex(secretPattern),
  name: z.string().min(1).max(60),
});

/** The confirmation of closing an account: its own email address, typed. */
export const closingFields = (address: string) =>
  z.object({
    confirmation: z
      .string()
      .trim()
      .default("")
      .refine((typed) => typed.toLowerCase() === address.toLowerCase(), {
        error: `That differs from ${address}.`,
      }),
  });

export const recoveryCodeFields = z.object({
  recoveryCode: z.string().max(100, "That is too long for a recovery code.").default(""),
  password,
});

export const codeFields = z.object({
  code,
  factorId: z.uuid("Choose one of your authenticators.").optional(),
  redirectTo,
});

/** The security key that the user chose. */
export const keyChoiceFields = z.object({ factorId: uuid });

/**
 * More lists and objects than any response has. One of thousands within each other could be read,
 * but not written again.
 */
const isTooNested = (text: string) => (text.match(/[[{]/g) ?? []).length > 100;

/** What it responded: the auth service reads it. */
export const keyResponseFields = z.object({
  factorId: uuid,
  challengeId: uuid,
  credential: z
    .string()
    .max(20_000)
    .transform((text, context): unknown => {
      try {
        if (!isTooNested(text)) return JSON.parse(text);
      } catch {
        // Refused as well.
      }
      context.addIssue({ code: "custom", message: "That is not a security key’s response." });
      return z.NEVER;
    }),
});

/**
 * The first administrator. Checked here: hosted services let administrators set any password.
 *
 * @param minLength of the password
 */
export const firstAdminFields = (minLength: number) =>
  z.object({
    fullName: personName.refine((name) => name !== "", "Tell us your name."),
    email: z.email("Enter an email address, such as name@company.example."),
    password: z
      .string("Choose a password.")
      .min(minLength, `Choose a password of ${minLength} characters or more.`)
      .refine((password) => !isPasswordTooLong(password), passwordTooLong),
  });

export type SignInFields = z.input<typeof signInFields>;
export type SignUpFields = z.input<typeof signUpFields>;
export type EmailFields = z.input<typeof emailFields>;
export type PasswordFields = z.input<typeof passwordFields>;
export type NewPasswordFields = z.input<typeof newPasswordFields>;
export type MailedCodeFields = z.input<typeof mailedCodeFields>;
export type CodeFields = z.input<typeof codeFields>;
export type PasswordChangeFields = z.input<typeof passwordChangeFields>;
export type FactorNameFields = z.input<typeof factorNameFields>;
export type FirstCodeFields = z.input<typeof firstCodeFields>;
export type RecoveryCodeFields = z.input<typeof recoveryCodeFields>;
export type ClosingFields = z.input<ReturnType<typeof closingFields>>;
export type FirstAdminFields = z.infer<ReturnType<typeof firstAdminFields>>;
