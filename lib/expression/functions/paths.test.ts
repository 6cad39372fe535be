import { prove } from "#tests/support/expression-cases.ts";
import { paths } from "./paths.ts";

prove(paths, {
  "filepath.Base": {
    good: [
      ['filepath.Base("/a/b.txt")', "b.txt"],
      ['filepath.Base("")', "."],
    ],
    bad: [["filepath.Base(1)", "a string"]],
  },
  "filepath.Dir": {
    good: [
      ['filepath.Dir("/a/b.txt")', "/a"],
      ['filepath.Dir("a")', "."],
    ],
    bad: [["filepath.Dir()", "needs 1 value"]],
  },
  "filepath.Ext": {
    good: [
      ['filepath.Ext("a.tar.gz")', ".gz"],
      ['filepath.Ext("a.d/b")', ""],
    ],
    bad: [["filepath.Ext(1)", "a string"]],
  },
  "filepath.Clean": {
    good: [
      ['filepath.Clean("/a/../b/")', "/b"],
      ['filepath.Clean("")', "."],
    ],
    bad: [["filepath.Clean(1)", "a string"]],
  },
  "filepath.FromSlash": {
    good: [
      ['filepath.FromSlash("a/b")', "a/b"],
      ['filepath.FromSlash("")', ""],
    ],
    bad: [["filepath.FromSlash(1)", "a string"]],
  },
  "filepath.ToSlash": {
    good: [
      ['filepath.ToSlash("a\\\\b")', "a\\b"],
      ['filepath.ToSlash("a")', "a"],
    ],
    bad: [["filepath.ToSlash(1)", "a string"]],
  },
  "filepath.VolumeName": {
    good: [
      ['filepath.VolumeName("/a")', ""],
      ['filepath.VolumeName("")', ""],
    ],
    bad: [["filepath.VolumeName(1)", "a string"]],
  },
  "filepath.IsAbs": {
    good: [
      ['filepath.IsAbs("/a")', true],
      ['filepath.IsAbs("a")', false],
    ],
    bad: [["filepath.IsAbs(1)", "a string"]],
  },
  "filepath.Join": {
    good: [
      ['filepath.Join("a", "../b")', "b"],
      ['filepath.Join(["/a", "b"])', "/a/b"],
    ],
    bad: [["filepath.Join()", "needs at least 1 values"]],
  },
  "filepath.Rel": {
    good: [
      ['filepath.Rel("/a", "/a/b")', "b"],
      ['filepath.Rel("/a", "/a")', "."],
    ],
    bad: [['filepath.Rel("/a")', "needs 2 values"]],
  },
  "filepath.Split": {
    good: [
      ['filepath.Split("/a/b")', ["/a/", "b"]],
      ['filepath.Split("b")', ["", "b"]],
    ],
    bad: [["filepath.Split(1)", "a string"]],
  },
  "filepath.Match": {
    good: [
      ['filepath.Match("*.txt", "a.txt")', true],
      ['filepath.Match("*.txt", "a/b.txt")', false],
      ['filepath.Match("[^a-c]?\\\\*.(x)", "db*.(x)")', true],
    ],
    bad: [
      ['filepath.Match(1, "a")', "a string"],
      ['filepath.Match("[a", "a")', "is not closed"],
    ],
  },
});
