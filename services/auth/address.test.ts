import { expect, test } from "vitest";
import { addressBlock, clientAddress, widerBlock } from "./address";

test.each([
  ["127.0.0.1", "203.0.113.9", "203.0.113.9"],
  ["::1", "2001:db8::9", "2001:db8::9"],
  ["::ffff:127.0.0.1", "203.0.113.9", "203.0.113.9"],
  ["127.0.0.1", "198.51.100.1, 203.0.113.9", "203.0.113.9"],
  ["127.0.0.1", "not an address", "127.0.0.1"],
  ["127.0.0.1", null, "127.0.0.1"],
  ["198.51.100.1", "203.0.113.9", "198.51.100.1"],
  ["::ffff:198.51.100.1", null, "198.51.100.1"],
  ["", "203.0.113.9", "0.0.0.0"],
])("a request from %s for %s counts as %s", (peer, forwarded, expected) => {
  expect(clientAddress(peer, forwarded)).toBe(expected);
});

test.each([
  ["203.0.113.9", "203.0.113.9"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0db8:0001:0002::9", "2001:db8:1:2::/64"],
  ["2001:db8::9", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
])("%s is limited together with %s", (address, block) => {
  expect(addressBlock(address)).toBe(block);
});

test.each([
  ["203.0.113.9", "203.0.113.0/24"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"],
  ["2001:0db8:0001:00ff::9", "2001:db8:1::/48"],
  ["2001:db8::9", "2001:db8:0::/48"],
])("%s belongs to the network %s", (address, network) => {
  expect(widerBlock(address)).toBe(network);
});
