import { prove } from "#tests/support/expression-cases.ts";
import { regexp } from "./regexp.ts";

prove(regexp, {
  "regexp.Match": {
    good: [
      ['regexp.Match("^h.*o$", text)', true],
      ['regexp.Match("x", text)', false],
    ],
    bad: [['regexp.Match("(", text)', "not a regular expression"]],
  },
  "regexp.Find": {
    good: [
      ['regexp.Find("l+", text)', "ll"],
      ['regexp.Find("x", text)', ""],
    ],
    bad: [['regexp.Find("(?=a)", text)', "not a regular expression"]],
  },
  "regexp.FindAll": {
    good: [
      ['regexp.FindAll("[a-z]", "a1b2")', ["a", "b"]],
      ['regexp.FindAll("[a-z]", "a1b2", 1)', ["a"]],
    ],
    bad: [['regexp.FindAll("[", "a")', "not a regular expression"]],
  },
  "regexp.FindSubmatch": {
    good: [
      ['regexp.FindSubmatch("(\\\\w)=(\\\\d)", "a=1")', ["a=1", "a", "1"]],
      ['regexp.FindSubmatch("z", "a")', []],
    ],
    bad: [["regexp.FindSubmatch(1, 'a')", "a string"]],
  },
  "regexp.Replace": {
    good: [
      ['regexp.Replace("a(.)", "x$1", "abac")', "xbxc"],
      ['regexp.Replace("(?P<n>b)", "[${n}]", "abc")', "a[b]c"],
    ],
    bad: [['regexp.Replace("*", "", "a")', "not a regular expression"]],
  },
  "regexp.ReplaceLiteral": {
    good: [
      ['regexp.ReplaceLiteral("b", "$1", "abc")', "a$1c"],
      ['regexp.ReplaceLiteral("x", "y", "abc")', "abc"],
    ],
    bad: [['regexp.ReplaceLiteral("b", 1, "abc")', "a string"]],
  },
  "regexp.QuoteMeta": {
    good: [
      ['regexp.QuoteMeta("a.b")', "a\\.b"],
      ['regexp.Match(regexp.QuoteMeta("a.b"), "axb")', false],
    ],
    bad: [["regexp.QuoteMeta(1)", "a string"]],
  },
  "regexp.Split": {
    good: [
      ['regexp.Split("\\\\s+", "a  b c")', ["a", "b", "c"]],
      ['regexp.Split(",", "a,b,c", 2)', ["a", "b,c"]],
    ],
    bad: [['regexp.Split(",", 1)', "a string"]],
  },
});
