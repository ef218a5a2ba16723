/**
 * How long an account that its owner has closed, or an administrator has deleted, can be restored,
 * in days.
 */
export const graceDays = 30;
