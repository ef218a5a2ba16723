/** The kinds of events in an account's activity, and their names on the page. */
export const activityKinds = {
  credits: "Credits",
  keys: "API keys",
  plan: "Plan",
  "sign-ins": "Sign-ins",
} as const;

export type ActivityKind = keyof typeof activityKinds;

/** Narrows a string, such as a parameter of a URL. */
export const isActivityKind = (name: string): name is ActivityKind => name in activityKinds;
