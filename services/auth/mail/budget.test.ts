import { expect, test } from "vitest";
import { createLimits } from "../rate-limit";
import { takeMail } from "./budget";

const hour = 3600;

function openBudget(mailsPerHour = 30) {
  let seconds = 0;
  const limits = createLimits(() => new Date(seconds * 1000), mailsPerHour);
  const ask = (address: string, account = "", known = false) =>
    takeMail(limits, { address, account, known });
  return {
    ask,
    /** Whether a mail leaves. */
    sends: (...request: Parameters<typeof ask>) => !("wait" in ask(...request)),
    wait: (by: number) => void (seconds += by),
  };
}

/** How many mails those addresses get in turns, until none gets another. */
function useUp(sends: (address: string) => boolean, addresses: string[]): number {
  let count = 0;
  for (let before = -1; before !== count;) {
    before = count;
    for (const address of addresses) if (sends(address)) count += 1;
  }
  return count;
}

const networks = (count: number) => Array.from({ length: count }, (_, n) => `10.${n}.0.1`);

test("six addresses use up no more than their networks' first mails and what is left to everything else", () => {
  const { sends } = openBudget();
  expect(useUp(sends, networks(6))).toBe(6 + 10);
  expect(sends("203.0.113.1")).toBe(true);
});

test("all the /64s of a network get a third of an hour's mails, and leave newcomers all but one of theirs", () => {
  const { sends } = openBudget();
  const blocks = Array.from({ length: 256 }, (_, n) => `2001:db8:7:${n.toString(16)}::1`);
  expect(useUp(sends, blocks)).toBe(10);
  expect(useUp(sends, networks(14))).toBeGreaterThanOrEqual(14);
});

test("one address gets a sixth", () => {
  const { sends } = openBudget();
  expect(useUp(sends, ["203.0.113.1"])).toBe(5);
});

test("networks without number do not get at what is kept for known devices, one for each account in an hour", () => {
  const { sends, wait } = openBudget();
  expect(useUp(sends, networks(100))).toBe(25);
  expect(sends("203.0.113.1")).toBe(false);
  expect(sends("203.0.113.1", "ada@mail.example", true)).toBe(true);
  expect(sends("203.0.113.1", "ada@mail.example", true)).toBe(false);
  expect(sends("203.0.113.1", "bob@mail.example", true)).toBe(true);
  wait(hour);
  expect(sends("203.0.113.1", "ada@mail.example", true)).toBe(true);
});

test("no more than the setting says leave at once, whoever asks", () => {
  for (const mailsPerHour of [1, 2, 3, 6, 7, 30, 100]) {
    const { sends } = openBudget(mailsPerHour);
    let count = 0;
    for (const address of networks(250)) {
      for (let n = 0; n < 5; n++) if (sends(address, `${address} ${n}`, true)) count += 1;
    }
    expect(count).toBe(mailsPerHour);
  }
});

test("a mail that nobody needed counts as the visitor's alone, and one that was never asked for nowhere", () => {
  const { ask, sends } = openBudget(2);
  const needless = ask("203.0.113.1");
  if (!("giveBack" in needless)) throw new Error("None was left.");
  needless.giveBack();
  expect(sends("203.0.113.1")).toBe(false);
  expect(useUp(sends, networks(2))).toBe(2);

  const fresh = openBudget(1);
  const canceled = fresh.ask("203.0.113.1");
  if (!("cancel" in canceled)) throw new Error("None was left.");
  canceled.cancel();
  expect(fresh.sends("203.0.113.1")).toBe(true);
});

test("a refusal takes nothing, and says when there is one again", () => {
  const { ask, sends, wait } = openBudget(1);
  expect(sends("203.0.113.1")).toBe(true);
  expect(ask("198.51.100.1")).toEqual({ wait: hour });
  wait(hour);
  expect(sends("198.51.100.1")).toBe(true);
});
