import { prove } from "#tests/support/expression-cases.ts";
import { network } from "./network.ts";

prove(network, {
  "net.ContainsCIDR": {
    good: [
      ['net.ContainsCIDR("10.0.0.0/8", "10.1.2.3")', true],
      ['net.ContainsCIDR("10.0.0.0/8", "::1")', false],
    ],
    bad: [],
  },
  "net.IsValidIP": {
    good: [
      ['net.IsValidIP("::1")', true],
      ['net.IsValidIP("1.2.3")', false],
    ],
    bad: [["net.IsValidIP(1)", "a string"]],
  },
  "net.IsIPv4": {
    good: [
      ['net.IsIPv4("1.2.3.4")', true],
      ['net.IsIPv4("::1")', false],
    ],
    bad: [["net.IsIPv4(1)", "a string"]],
  },
  "net.IsIPv6": {
    good: [
      ['net.IsIPv6("::1")', true],
      ['net.IsIPv6("1.2.3.4")', false],
    ],
    bad: [["net.IsIPv6(1)", "a string"]],
  },
});
