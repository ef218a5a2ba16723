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
  ["still nobody", nobody, nobody, null],
  ["a user signs in", nobody, nora, "SIGNED_IN"],
  ["the user signs out", nora, nobody, "SIGNED_OUT"],
  ["another user takes over", changed({ userId: "ada" }), nora, "SIGNED_IN"],
  ["nothing changes", nora, structuredClone(nora), null],
  ["a new token", nora, changed({ expiresAt: 4_600 }), "TOKEN_REFRESHED"],
  ["a new name", nora, changed({}, renamed), "USER_UPDATED"],
  ["the second factor is given", halfway, changed({ level: "aal2" }), "MFA_CHALLENGE_VERIFIED"],
  ["the password alone is given", nobody, halfway, "SIGNED_IN"],
])("%s", (_, before, after, event) => {
  expect(eventBetween(before, after, "/dashboard")).toBe(event);
});

test("a session that starts on the reset-password page is a password recovery", () => {
  expect(eventBetween(nobody, nora, "/reset-password")).toBe("PASSWORD_RECOVERY");
  expect(eventBetween(nora, changed({ expiresAt: 4_600 }), "/reset-password")).toBe(
    "TOKEN_REFRESHED",
  );
});
