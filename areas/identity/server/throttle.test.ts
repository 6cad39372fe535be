import { expect, test } from "vitest";
import { networkOf } from "./throttle.ts";

test.each([
  ["192.0.2.1", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["::FFFF:192.0.2.1", "192.0.2.1"],
  ["2001:db8::1", "2001:db8:0:0"],
  ["2001:db8::2:3", "2001:db8:0:0"],
  ["2001:0DB8:0000:0000:1:2:3:4", "2001:db8:0:0"],
  ["2001:db8:0:1::1", "2001:db8:0:1"],
  ["fe80::1%eth0", "fe80:0:0:0"],
  ["::1", "0:0:0:0"],
  ["::", "0:0:0:0"],
  ["unknown", "unknown"],
  ["1:2:3:4:5:6:7:8:9::1", "1:2:3:4"],
])("the address %s is counted as %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});
