import { expect, test } from "vitest";
import { administratorOf } from "./administrator";
import type { Role } from "./viewer";

const signedIn = (role: Role, closesAt: Date | null = null) => ({
  claims: { sub: "1", email: "ada@platen.example", exp: 0, amr: [] },
  viewer: { id: "1", email: "ada@platen.example", fullName: null, avatarUrl: null, role, closesAt },
});

test("an administrator is a user with the permission, and their IP address", () => {
  const user = signedIn("Admin");
  expect(administratorOf(user, "users.ban", "192.0.2.1")).toMatchObject({
    ...user,
    ipAddress: "192.0.2.1",
  });
});

test.each([
  ["a user without the permission", signedIn("User")],
  ["an editor, who has only others", signedIn("Editor")],
  ["the owner of a closed account", signedIn("Admin", new Date())],
])("%s is no administrator", (_, user) => {
  expect(administratorOf(user, "users.ban", "192.0.2.1")).toBeNull();
});
