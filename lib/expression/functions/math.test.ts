import { prove } from "#tests/support/expression-cases.ts";
import { math } from "./math.ts";

prove(math, {
  "math.Add": {
    good: [
      ["math.Add(1, 2.5)", 3.5],
      ["math.Add([1, 2, 3])", 6],
    ],
    bad: [],
  },
  "math.Mul": {
    good: [
      ["math.Mul(2, 3, 4)", 24],
      ["math.Mul([2, 0.5])", 1],
    ],
    bad: [],
  },
  "math.Sub": {
    good: [
      ["math.Sub(5, 3)", 2],
      ["math.Sub(1, 2.5)", -1.5],
    ],
    bad: [["math.Sub(1)", "needs 2 values"]],
  },
  "math.Div": {
    good: [
      ["math.Div(5, 2)", 2.5],
      ["math.Div(4, 2)", 2],
    ],
    bad: [["math.Div(1, 0)", "divide by 0"]],
  },
  "math.Rem": {
    good: [
      ["math.Rem(5, 3)", 2],
      ["math.Rem(-5, 3)", -2],
    ],
    bad: [["math.Rem(1, 0)", "divide by 0"]],
  },
  "math.Pow": {
    good: [
      ["math.Pow(2, 10)", 1024],
      ["math.Pow(4, 0.5)", 2],
    ],
    bad: [],
  },
  "math.Seq": {
    good: [
      ["math.Seq(3)", [1, 2, 3]],
      ["math.Seq(3, 1)", [3, 2, 1]],
      ["math.Seq(0, 10, 5)", [0, 5, 10]],
    ],
    bad: [],
  },
  "math.Abs": {
    good: [
      ["math.Abs(-2)", 2],
      ["math.Abs(1.5)", 1.5],
    ],
    bad: [['math.Abs("a")', "a number"]],
  },
  "math.Ceil": {
    good: [
      ["math.Ceil(1.2)", 2],
      ["math.Ceil(-1.2)", -1],
    ],
    bad: [],
  },
  "math.Floor": {
    good: [
      ["math.Floor(1.8)", 1],
      ["math.Floor(-1.2)", -2],
    ],
    bad: [["math.Floor([1])", "a number"]],
  },
  "math.Round": {
    good: [
      ["math.Round(2.5)", 3],
      ["math.Round(-2.5)", -3],
    ],
    bad: [["math.Round()", "needs 1 value"]],
  },
  "math.Trunc": {
    good: [
      ["math.Trunc(1.9)", 1],
      ["math.Trunc(-1.9)", -1],
    ],
    bad: [['math.Trunc("1")', "a number"]],
  },
  "math.Sign": {
    good: [
      ["math.Sign(-3)", -1],
      ["math.Sign(0)", 0],
    ],
    bad: [['math.Sign("1")', "a number"]],
  },
  "math.Sqrt": {
    good: [
      ["math.Sqrt(9)", 3],
      ["math.Sqrt(2.25)", 1.5],
    ],
    bad: [['math.Sqrt("9")', "a number"]],
  },
  "math.greatest": {
    good: [
      ["math.greatest(1, 3, 2)", 3],
      ["math.greatest([1.5])", 1.5],
    ],
    bad: [['math.greatest("a")', "needs numbers"]],
  },
  "math.least": {
    good: [
      ["math.least(1, 3, 2)", 1],
      ["math.least([2, -1])", -1],
    ],
    bad: [["math.least()", "needs at least one number."]],
  },
  "math.Max": {
    good: [
      ["math.Max(1, 2)", 2],
      ["math.Max([3])", 3],
    ],
    bad: [["math.Max([])", "at least one number"]],
  },
  "math.Min": {
    good: [
      ["math.Min(1, 2)", 1],
      ["math.Min([3])", 3],
    ],
    bad: [["math.Min([])", "at least one number"]],
  },
  "math.IsNaN": {
    good: [
      ["math.IsNaN(1)", false],
      ["math.IsNaN(math.Sqrt(-1))", true],
    ],
    bad: [['math.IsNaN("a")', "a number"]],
  },
  "math.IsInf": {
    good: [
      ["math.IsInf(1)", false],
      ["math.IsInf(math.Pow(10, 400))", true],
    ],
    bad: [['math.IsInf("a")', "a number"]],
  },
  "math.IsFinite": {
    good: [
      ["math.IsFinite(1.5)", true],
      ["math.IsFinite(math.Sqrt(-1))", false],
    ],
    bad: [['math.IsFinite("a")', "a number"]],
  },
  "math.bitAnd": {
    good: [
      ["math.bitAnd(6, 3)", 2],
      ["math.bitAnd(-1, 5)", 5],
    ],
    bad: [["math.bitAnd(1.5, 1)", "a whole number"]],
  },
  "math.bitOr": {
    good: [
      ["math.bitOr(4, 1)", 5],
      ["math.bitOr(0, 0)", 0],
    ],
    bad: [["math.bitOr(1)", "needs 2 values"]],
  },
  "math.bitXor": {
    good: [
      ["math.bitXor(6, 3)", 5],
      ["math.bitXor(1, 1)", 0],
    ],
    bad: [['math.bitXor("1", 1)', "a whole number"]],
  },
  "math.bitShiftLeft": {
    good: [
      ["math.bitShiftLeft(1, 4)", 16],
      ["math.bitShiftLeft(3, 0)", 3],
    ],
    bad: [["math.bitShiftLeft(1, -1)", "must not be negative"]],
  },
  "math.bitShiftRight": {
    good: [
      ["math.bitShiftRight(16, 4)", 1],
      ["math.bitShiftRight(1, 1)", 0],
    ],
    bad: [["math.bitShiftRight(1, -1)", "must not be negative"]],
  },
  "math.bitNot": {
    good: [
      ["math.bitNot(0)", -1],
      ["math.bitNot(5)", -6],
    ],
    bad: [["math.bitNot(0.5)", "a whole number"]],
  },
});
