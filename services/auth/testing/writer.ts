import { writeSync } from "node:fs";
import { hash } from "@node-rs/bcrypt";
import { openDatabase } from "@platen/postgres";
import { createAuth } from "..";
import {
  call,
  goodPassword,
  newVisitor,
  publishableKey,
  secretKey,
  siteUrl,
  tokensOf,
} from "./service";

/**
 * The process that the durability test kills: several users at a time create accounts, sign in and
 * refresh their sessions endlessly. Each line of its output is something that the service has
 * acknowledged.
 */
const [directory = "", run = ""] = process.argv.slice(2);
const auth = await createAuth({
  database: await openDatabase(directory),
  keyDirectory: directory,
  issuer: `${siteUrl}/auth/v1`,
  siteUrl,
  publishableKey,
  secretKey,
  mailer: null,
});
// Provided at the lowest cost, as an administrator may do: a sign-up spends nearly all its time in
// bcrypt.
const quickHash = await hash(goodPassword, { cost: 4 });

const acknowledge = (...words: string[]) => void writeSync(1, `${words.join(" ")}\n`);

async function live(lane: number): Promise<void> {
  for (let n = 0; ; n++) {
    const email = `run${run}-${lane}-${n}@mail.example`;
    const visitor = newVisitor();
    const signsUp = n % 20 === 0;
    const made = signsUp
      ? await call(auth, "POST", "signup", { body: { email, password: goodPassword }, visitor })
      : await call(auth, "POST", "admin/users", {
          key: secretKey,
          token: secretKey,
          body: { email, password_hash: quickHash, email_confirm: true },
        });
    if (made.status !== 200) throw new Error(JSON.stringify(made.body));
    acknowledge("account", email);
    const signedIn = signsUp
      ? made
      : await call(auth, "POST", "token?grant_type=password", {
          body: { email, password: goodPassword },
          visitor,
        });
    let token = tokensOf(signedIn).refreshToken;
    acknowledge("token", email, token);
    for (let refresh = 0; refresh < 3; refresh++) {
      const refreshed = await call(auth, "POST", "token?grant_type=refresh_token", {
        body: { refresh_token: token },
        visitor,
      });
      token = tokensOf(refreshed).refreshToken;
      acknowledge("token", email, token);
    }
  }
}

await Promise.all(Array.from({ length: 8 }, (_, lane) => live(lane)));
