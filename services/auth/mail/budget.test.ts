import { expect, test } from "vitest";
import { createLimits } from "../limits/sign-in-and-mail-limits";
import { defaultSettings } from "../settings";
import { reserveMail, takeShare } from "./budget";

const hour = 3600;

function openBudget(mailsPerHour = 30) {
  let seconds = 0;
  const limits = createLimits(() => new Date(seconds * 1000), { ...defaultSettings, mailsPerHour });
  /**
   * In how many seconds the mail leaves; null when its visitor had their share, or too many wait.
   */
  const ask = (ipAddress: string, account = "", known = false) =>
    "wait" in takeShare(limits, { ipAddress, account })
      ? null
      : reserveMail(limits, { ipAddress, account, known });
  return {
    limits,
    ask,
    /** Whether a mail leaves at once. */
    sends: (...request: Parameters<typeof ask>) => ask(...request) === 0,
    wait: (by: number) => void (seconds += by),
  };
}

/** How many mails those addresses get in turns, until none gets another. */
function useUp(sends: (ipAddress: string) => boolean, addresses: string[]): number {
  let count = 0;
  for (let before = -1; before !== count;) {
    before = count;
    for (const ipAddress of addresses) if (sends(ipAddress)) count += 1;
  }
  return count;
}

const networks = (count: number) => Array.from({ length: count }, (_, n) => `10.${n}.0.1`);

test("six networks use up no more than their first mails and the shared rest", () => {
  const { sends } = openBudget();
  expect(useUp(sends, networks(6))).toBe(6 + 10);
  expect(sends("203.0.113.1")).toBe(true);
});

test("all /64s of a network get a third of an hour's mails, and leave newcomers all but one of theirs", () => {
  const { sends } = openBudget();
  const blocks = Array.from({ length: 256 }, (_, n) => `2001:db8:7:${n.toString(16)}::1`);
  expect(useUp(sends, blocks)).toBe(10);
  expect(useUp(sends, networks(14))).toBeGreaterThanOrEqual(14);
});

test("one network gets a sixth", () => {
  const { sends } = openBudget();
  expect(useUp(sends, ["203.0.113.1"])).toBe(5);
});

test("any number of networks cannot use the mails reserved for known devices, one per account and hour", () => {
  const { sends, wait } = openBudget();
  expect(useUp(sends, networks(100))).toBe(25);
  expect(sends("203.0.113.1")).toBe(false);
  expect(sends("203.0.113.1", "ada@mail.example", true)).toBe(true);
  expect(sends("203.0.113.1", "ada@mail.example", true)).toBe(false);
  expect(sends("203.0.113.1", "bob@mail.example", true)).toBe(true);
  wait(hour);
  expect(sends("203.0.113.1", "ada@mail.example", true)).toBe(true);
});

test("no more mails than the setting are sent at once, regardless of the requester", () => {
  for (const mailsPerHour of [1, 2, 3, 6, 7, 30, 100]) {
    const { sends } = openBudget(mailsPerHour);
    let count = 0;
    for (const ipAddress of networks(250)) {
      for (let n = 0; n < 5; n++) if (sends(ipAddress, `${ipAddress} ${n}`, true)) count += 1;
    }
    expect(count).toBe(mailsPerHour);
  }
});

test("an unnecessary mail counts only for its visitor, and one that was never requested for nobody", () => {
  const { limits, sends } = openBudget(2);
  const stranger = { ipAddress: "203.0.113.1", account: "" };
  const share = takeShare(limits, stranger);
  if ("wait" in share) throw new Error("None was left.");
  expect(sends(stranger.ipAddress)).toBe(false);
  share.cancel();
  expect(useUp(sends, networks(1))).toBe(1);
  expect(sends(stranger.ipAddress)).toBe(true);
});

test("mails above the limit are queued for at most half an hour", () => {
  const { ask } = openBudget(12);
  const waits = networks(13).map((ipAddress) => ask(ipAddress));
  // Six for newcomers, two for known devices, four for everything else: one of those in a quarter
  // of an hour.
  expect(waits).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 900, 1800, null]);
});
