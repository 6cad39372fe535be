import { prove } from "#tests/support/expression-cases.ts";
import { codecs } from "./codecs.ts";
import { random } from "./random.ts";

prove([...codecs, ...random], {
  "base64.encode": {
    good: [
      ['base64.encode("hello")', "aGVsbG8="],
      ['base64.encode(b"hi")', "aGk="],
    ],
    bad: [],
  },
  "base64.decode": {
    good: [
      ['base64.decode("aGVsbG8=")', "hello"],
      ['base64.decode("")', ""],
    ],
    bad: [['base64.decode("!!")', "not valid base64"]],
  },
  "crypto.SHA1": {
    good: [
      ['crypto.SHA1("")', "da39a3ee5e6b4b0d3255bfef95601890afd80709"],
      ['crypto.SHA1(b"a") == crypto.SHA1("a")', true],
    ],
    bad: [],
  },
  "crypto.SHA256": {
    good: [
      ['crypto.SHA256("")', "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
      ['size(crypto.SHA256("a"))', 64],
    ],
    bad: [],
  },
  "crypto.SHA384": {
    good: [
      ['size(crypto.SHA384("a"))', 96],
      ['crypto.SHA384("a") == crypto.SHA384("b")', false],
    ],
    bad: [["crypto.SHA384()", "needs 1 value"]],
  },
  "crypto.SHA512": {
    good: [
      ['size(crypto.SHA512("a"))', 128],
      ['crypto.SHA512("a") == crypto.SHA512("a")', true],
    ],
    bad: [],
  },
  urlencode: {
    good: [
      ['urlencode("a b&c")', "a+b%26c"],
      ['urlencode("é")', "%C3%A9"],
    ],
    bad: [["urlencode(1)", "a string"]],
  },
  urldecode: {
    good: [
      ['urldecode("a+b%26c")', "a b&c"],
      ['urldecode("")', ""],
    ],
    bad: [],
  },
  "random.Alpha": {
    good: [
      ["size(random.Alpha(8))", 8],
      ['random.Alpha(9).matches("^[A-Za-z]+$")', true],
    ],
    bad: [["random.Alpha(-1)", "0 to 10000"]],
  },
  "random.AlphaNum": {
    good: [
      ["size(random.AlphaNum(8))", 8],
      ['random.AlphaNum(9).matches("^[A-Za-z0-9]+$")', true],
    ],
    bad: [["random.AlphaNum(100000)", "0 to 10000"]],
  },
  "random.ASCII": {
    good: [
      ["size(random.ASCII(8))", 8],
      ["random.ASCII(0)", ""],
    ],
    bad: [['random.ASCII("a")', "a whole number"]],
  },
  "random.Item": {
    good: [
      ["random.Item([7])", 7],
      ["random.Item([1, 2]) in [1, 2]", true],
    ],
    bad: [["random.Item([])", "not empty"]],
  },
  "random.Number": {
    good: [
      ["random.Number(3, 3)", 3],
      ["random.Number() <= 100", true],
    ],
    bad: [["random.Number(3, 1)", "a minimum and a maximum"]],
  },
  "uuid.V4": {
    good: [
      ["uuid.IsValid(uuid.V4())", true],
      ["uuid.V4() == uuid.V4()", false],
    ],
    bad: [["uuid.V4(1)", "needs 0 values"]],
  },
  "uuid.Nil": {
    good: [
      ["uuid.Nil()", "00000000-0000-0000-0000-000000000000"],
      ["uuid.IsValid(uuid.Nil())", true],
    ],
    bad: [["uuid.Nil(1)", "needs 0 values"]],
  },
  "uuid.IsValid": {
    good: [
      ['uuid.IsValid("x")', false],
      ['uuid.IsValid("0190d3c2-0000-7000-8000-000000000000")', true],
    ],
    bad: [["uuid.IsValid(1)", "a string"]],
  },
  "uuid.HashUUID": {
    good: [
      ["uuid.HashUUID([1]) == uuid.HashUUID([1])", true],
      ["uuid.IsValid(uuid.HashUUID(x))", true],
    ],
    bad: [["uuid.HashUUID()", "needs at least 1 values"]],
  },
});
