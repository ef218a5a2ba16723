import { expect, test } from "vitest";
import { judge } from "./lighthouse-judgement.js";

/** An attempt with these points of performance, and else flawless unless a test says otherwise. */
function attempt(points: number, { blocking = 10, shift = 0, seo = 100, machine = 2_000 } = {}) {
  const score = (percent: number) => ({ score: percent / 100 });
  return {
    report: {
      categories: {
        performance: score(points),
        accessibility: score(100),
        "best-practices": score(100),
        seo: score(seo),
      },
      audits: {
        "cumulative-layout-shift": { numericValue: shift },
        "total-blocking-time": { numericValue: blocking },
      },
      environment: { benchmarkIndex: machine },
    },
  };
}

const good = [100, 100, 99, 99, 98].map((points) => attempt(points));
const withoutReport = { report: null, error: "NO_FCP" };

test("a page passes by its median and its worst attempt, and the line shows the range", () => {
  const { summary, problems } = judge(good, true);
  expect(problems).toEqual([]);
  expect(summary).toContain("performance 99 (98 to 100)");
});

test("one good attempt of five does not make a page pass", () => {
  const { problems } = judge(
    [100, 90, 90, 90, 90].map((points) => attempt(points)),
    true,
  );
  expect(problems).toEqual(["performance below 99 (median)", "performance below 96 (worst)"]);
});

test("a single bad attempt fails by the bar of the worst", () => {
  const { problems } = judge([...good.slice(1), attempt(95)], true);
  expect(problems).toEqual(["performance below 96 (worst)"]);
});

test("an attempt without a report counts as the worst, and its reason is shown", () => {
  const { summary, problems } = judge([...good, withoutReport], true);
  expect(problems).toEqual(["performance below 96 (worst)"]);
  expect(summary).toContain("NO_FCP");
});

test("blocking is judged by its median", () => {
  const blocked = (milliseconds: number[]) =>
    judge(
      milliseconds.map((blocking) => attempt(100, { blocking })),
      true,
    ).problems;
  expect(blocked([20, 20, 80, 300, 300])).toEqual([]);
  expect(blocked([20, 20, 81, 300, 300])).toEqual(["scripts block for more than 80 ms"]);
});

test("what is not timed must be flawless in every attempt, judged by speed or not", () => {
  for (const judgesSpeed of [true, false]) {
    expect(judge([...good, attempt(100, { seo: 99 })], judgesSpeed).problems).toEqual([
      "seo below 100",
    ]);
    expect(judge([...good, attempt(100, { shift: 0.02 })], judgesSpeed).problems).toEqual([
      "the layout shifts by more than 0.01",
    ]);
  }
});

test("without speed a slow page passes, and one that needed a second attempt", () => {
  expect(judge([attempt(40, { blocking: 900 })], false).problems).toEqual([]);
  expect(judge([withoutReport, attempt(40)], false).problems).toEqual([]);
});

test("a machine that is too slow judges nothing that is timed, and says so", () => {
  const { summary, problems } = judge(
    [60, 60, 60].map((points) => attempt(points, { machine: 900 })),
    true,
  );
  expect(problems).toEqual([]);
  expect(summary).toContain("the machine is too slow");
});

test("a page that never gives a report fails", () => {
  for (const judgesSpeed of [true, false])
    expect(judge([withoutReport, withoutReport], judgesSpeed).problems).toHaveLength(2);
});
