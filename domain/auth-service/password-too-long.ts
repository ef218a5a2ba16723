import { maxPasswordBytes } from "@platen/auth/settings";

export { isPasswordTooLong } from "@platen/auth/settings";

/**
 * Shown for a password above the limit of bytes. The service's own message names characters and
 * counts bytes: a user whose password had forty letters could not know what to change.
 */
export const passwordTooLong = `That password is too long. It can have ${maxPasswordBytes} characters, and fewer when it has accented letters, letters of another alphabet or emoji, which count two to four each.`;
