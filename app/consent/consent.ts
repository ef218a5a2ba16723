/** A visitor's decision: everything, only the necessary, or their own choice. */
export type Consent = "all" | "essential" | "custom";

/** Which kinds of cookie may be set. The necessary ones cannot be refused: the session is one. */
export interface CookiePreferences {
  necessary: true;
  analytics: boolean;
  preferences: boolean;
  marketing: boolean;
}

export type CookieCategory = keyof CookiePreferences;

export interface CookieDecision {
  consent: Consent;
  preferences: CookiePreferences;
}

type Store = Pick<Storage, "getItem" | "setItem">;

const consentKey = "cookie-consent";
const preferencesKey = "cookie-preferences";

const everything: CookiePreferences = {
  necessary: true,
  analytics: true,
  preferences: true,
  marketing: true,
};

const onlyNecessary: CookiePreferences = {
  necessary: true,
  analytics: false,
  preferences: false,
  marketing: false,
};

/** The decision that accepts every category. */
export const acceptAll: CookieDecision = { consent: "all", preferences: everything };

/** The decision that refuses every category that can be refused. */
export const rejectAll: CookieDecision = { consent: "essential", preferences: onlyNecessary };

/** The decision with the visitor's own choice. */
export function customChoice(preferences: CookiePreferences): CookieDecision {
  return { consent: "custom", preferences };
}

/**
 * What this visitor decided before; null when they did not, or when the stored value is invalid:
 * then ask.
 */
export function readDecision(store: Store): CookieDecision | null {
  switch (store.getItem(consentKey)) {
    case "all":
      return acceptAll;
    case "essential":
      return rejectAll;
    case "custom": {
      const preferences = parsePreferences(store.getItem(preferencesKey));
      return preferences && customChoice(preferences);
    }
    default:
      return null;
  }
}

/** Remembers a decision. Throws the store's error when the store is full or closed. */
export function writeDecision(store: Store, { consent, preferences }: CookieDecision): void {
  // The preferences first: a consent without them would count as none.
  store.setItem(preferencesKey, JSON.stringify(preferences));
  store.setItem(consentKey, consent);
}

function parsePreferences(text: string | null): CookiePreferences | null {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    if (typeof value !== "object" || value === null) return null;
    const allows = (name: CookieCategory) => Reflect.get(value, name) === true;
    return {
      necessary: true,
      analytics: allows("analytics"),
      preferences: allows("preferences"),
      marketing: allows("marketing"),
    };
  } catch {
    return null;
  }
}
