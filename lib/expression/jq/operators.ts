// The precedence and associativity of jq's operators.
interface Operator {
  strength: number;
  groups: "left" | "right" | "none";
}

export const operators: Readonly<Record<string, Operator>> = {
  "//": { strength: 1, groups: "right" },
  // The alternative operator, as in `.a?//1`.
  "?//": { strength: 1, groups: "right" },
  "=": { strength: 2, groups: "none" },
  "|=": { strength: 2, groups: "none" },
  "+=": { strength: 2, groups: "none" },
  "-=": { strength: 2, groups: "none" },
  "*=": { strength: 2, groups: "none" },
  "/=": { strength: 2, groups: "none" },
  "%=": { strength: 2, groups: "none" },
  "//=": { strength: 2, groups: "none" },
  or: { strength: 3, groups: "left" },
  and: { strength: 4, groups: "left" },
  "==": { strength: 5, groups: "none" },
  "!=": { strength: 5, groups: "none" },
  "<": { strength: 5, groups: "none" },
  "<=": { strength: 5, groups: "none" },
  ">": { strength: 5, groups: "none" },
  ">=": { strength: 5, groups: "none" },
  "+": { strength: 6, groups: "left" },
  "-": { strength: 6, groups: "left" },
  "*": { strength: 7, groups: "left" },
  "/": { strength: 7, groups: "left" },
  "%": { strength: 7, groups: "left" },
};
