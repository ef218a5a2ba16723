/**
 * The plan that every account begins with, and goes back to when it cancels: the default of
 * `subscriptions.plan`.
 */
export const freePlan = "free";
