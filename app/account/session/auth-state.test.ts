import { expect, test } from "vitest";
import { eventBetween, type AuthState } from "./auth-state";

const nobody: AuthState = { session: null, viewer: null };

const nora: AuthState = {
  session: { userId: "nora", email: "nora@platen.example", level: "aal1", expiresAt: 1_000 },
  viewer: {
    id: "nora",
    email: "nora@platen.example",
    fullName: "Nora Newcomer",
    avatarUrl: null,
    role: "User",
    closesAt: null,
  },
};

function changed(session: Partial<NonNullable<AuthState["session"]>>, viewer = nora.viewer) {
  return { session: nora.session && { ...nora.session, ...session }, viewer };
}

const renamed = nora.viewer && { ...nora.viewer, fullName: "Nora Novice" };
const halfway = { ...nora, viewer: null };

test.each<[string, AuthState, AuthState, string | null]>([
  ["nobody comes", nobody, nobody, null],
  ["somebody signs in", nobody, nora, "SIGNED_IN"],
  ["somebody signs out", nora, nobody, "SIGNED_OUT"],
  ["somebody else takes over", changed({ userId: "ada" }), nora, "SIGNED_IN"],
  ["nothing changes", nora, structuredClone(nora), null],
  ["the token is new", nora, changed({ expiresAt: 4_600 }), "TOKEN_REFRESHED"],
  ["the name is new", nora, changed({}, renamed), "USER_UPDATED"],
  ["the code is given", halfway, changed({ level: "aal2" }), "MFA_CHALLENGE_VERIFIED"],
  ["the password alone is given", nobody, halfway, "SIGNED_IN"],
])("%s", (_, before, after, event) => {
  expect(eventBetween(before, after, "/dashboard")).toBe(event);
});

test("a session that begins at the page for a new password is a recovery", () => {
  expect(eventBetween(nobody, nora, "/reset-password")).toBe("PASSWORD_RECOVERY");
  expect(eventBetween(nora, changed({ expiresAt: 4_600 }), "/reset-password")).toBe(
    "TOKEN_REFRESHED",
  );
});
