import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { confirmedPerson, linkOf } from "../testing/mail";
import { call, startTestService, type TestService } from "../testing/service";
import { signUpsOn } from "../testing/sign-ups";

/* What strangers request for an account does not end the mails that its owner has. */

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ autoconfirm: false, stopsClock: true });
});
afterAll(() => service.close());

const { post, openLink, typeCode, nextMail } = signUpsOn(() => service);

/** Someone with an account, who has read the mails so far. */
async function newPerson(): Promise<string> {
  const { email } = await confirmedPerson(service);
  await nextMail(email);
  return email;
}

async function request(target: string, email: string, fields = {}) {
  expect(await post(target, { email, ...fields })).toMatchObject({ status: 200, body: {} });
  return nextMail(email);
}

test.each(["recover", "otp"])(
  "a stranger who requests a mail at /%s for an hour does not end the owner's link, which ends all others",
  async (target) => {
    const email = await newPerson();
    const owners = await request(target, email);
    let strangers = owners;
    for (let count = 0; count < 57; count++) strangers = await request("recover", email);
    expect((await openLink(owners)).status).toBe(200);
    expect((await openLink(owners)).body.code).toBe("otp_expired");
    expect((await openLink(strangers)).body.code).toBe("otp_expired");
  },
);

test("of the codes, the last five can be typed", async () => {
  const email = await newPerson();
  const [first, second] = [await request("recover", email), await request("otp", email)];
  for (let count = 0; count < 4; count++) await request("recover", email);
  expect((await typeCode(first, "email")).body.code).toBe("otp_expired");
  expect((await typeCode(second, "email")).status).toBe(200);
});

test("with PKCE a link returns its code to the browser that requested it", async () => {
  const email = await newPerson();
  const newChallenge = () => {
    const verifier = randomBytes(32).toString("base64url");
    const challenge = createHash("sha256").update(verifier).digest("base64url");
    return { verifier, fields: { code_challenge: challenge, code_challenge_method: "s256" } };
  };
  const [owner, stranger] = [newChallenge(), newChallenge()];
  const mail = await request("recover", email, owner.fields);
  await request("recover", email, stranger.fields);
  const { token_hash: token, type } = linkOf(mail);
  const opened = await call(service.auth, "GET", `verify?token=${token}&type=${type}`);
  const code = new URL(opened.headers.get("location") ?? "").searchParams.get("code");
  const exchange = (code_verifier: string) =>
    post("token?grant_type=pkce", { auth_code: code, code_verifier });
  expect((await exchange(stranger.verifier)).body.code).toBe("bad_code_verifier");
  expect((await exchange(owner.verifier)).body.user).toMatchObject({ email });
});

test("an account has sixty such links, and the oldest end", async () => {
  const hasty = await startTestService({ autoconfirm: false, mailGapSeconds: 1 });
  try {
    const { email } = await confirmedPerson(hasty);
    const links: object[] = [];
    for (let count = 1; count <= 61; count++) {
      await call(hasty.auth, "POST", "recover", { body: { email } });
      links.push(linkOf(await hasty.mailTo(email, count)));
      hasty.wait(2);
    }
    const open = (body: object | undefined) => call(hasty.auth, "POST", "verify", { body });
    expect((await open(links[0])).body.code).toBe("otp_expired");
    expect((await open(links[1])).status).toBe(200);
  } finally {
    await hasty.close();
  }
});
