import { expect, test } from "vitest";
import { allowancesOf, endSiteOf, neighborhoodOf, networkOf } from "./ip-networks";

test.each([
  ["203.0.113.9", "203.0.113.9"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["::ffff:cb00:7109", "203.0.113.9"],
  ["0:0:0:0:0:FFFF:0a00:1", "10.0.0.1"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0db8:0001:0002::9", "2001:db8:1:2::/64"],
  ["2001:DB8:1:2::9", "2001:db8:1:2::/64"],
  ["2001:db8::9", "2001:db8:0:0::/64"],
  ["2001:db8::1:2:3:4:5", "2001:db8:0:1::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
])("%s shares a limit with %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ["203.0.113.9", "203.0.113.0/24"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"],
  ["2001:0db8:0001:00ff::9", "2001:db8:1::/48"],
  ["2001:db8::9", "2001:db8:0::/48"],
])("the neighborhood of %s is %s", (address, neighborhood) => {
  expect(neighborhoodOf(address)).toBe(neighborhood);
});

test("an IPv4 address is its own end site, and the networks of an IPv6 end site share ten limits", () => {
  expect(endSiteOf("203.0.113.9")).toBe("203.0.113.9");
  expect(allowancesOf("203.0.113.9")).toEqual([{ name: "203.0.113.9", networks: 1 }]);
  expect(allowancesOf("2001:db8:1:2::9")).toEqual([
    { name: "2001:db8:1:2::/64", networks: 1 },
    { name: "2001:db8:1::/48", networks: 10 },
  ]);
});
