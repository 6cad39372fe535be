import { prove } from "#tests/support/expression-cases.ts";
import { sizes } from "./sizes.ts";
import { versions } from "./versions.ts";

prove([...sizes, ...versions], {
  HumanSize: {
    good: [
      ["HumanSize(1536)", "1.5K"],
      ["HumanSize(12)", "12B"],
      ['HumanSize("1048576")', "1M"],
    ],
    bad: [],
  },
  Semver: {
    good: [
      ['Semver("v1.2.3-rc.1+build").minor', "2"],
      ['Semver("1.2").prerelease', ""],
    ],
    bad: [['Semver("x")', "not a version"]],
  },
  SemverCompare: {
    good: [
      ['SemverCompare("1.2.3", "v1.2.3")', true],
      ['SemverCompare("1.2.3", "1.2.4")', false],
    ],
    bad: [['SemverCompare("1.2.3", "")', "not a version"]],
  },
  SemverOrder: {
    good: [
      ['SemverOrder("1.2.3", "1.10.0")', -1],
      ['SemverOrder("1.0.0", "1.0.0-rc1")', 1],
    ],
    bad: [['SemverOrder("a", "b")', "not a version"]],
  },
});
