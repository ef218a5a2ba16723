import { z } from "zod";

/**
 * What the sign-in and sign-up forms send. Bounds only: whether an e-mail address or a password will do is the auth
 * service's to say, in its own words, so that both modes say the same.
 */
export const signInFields = z.object({
  email: z.string().trim().max(255, "That is too long for an e-mail address.").default(""),
  password: z.string().max(1_000, "That is too long for a password.").default(""),
});

export const signUpFields = signInFields.extend({
  fullName: z.string().trim().max(120, "Keep your name to 120 characters.").default(""),
});

export const firstAdminFields = z.object({
  fullName: z
    .string("Tell us your name.")
    .trim()
    .min(1, "Tell us your name.")
    .max(120, "Keep your name to 120 characters."),
  email: z.email("Enter an e-mail address, such as name@company.example."),
  password: z
    .string("Choose a password.")
    .min(8, "Choose a password of 8 characters or more.")
    .max(72, "Keep the password to 72 characters."),
});

export type SignInFields = z.infer<typeof signInFields>;
export type SignUpFields = z.infer<typeof signUpFields>;
export type FirstAdminFields = z.infer<typeof firstAdminFields>;
