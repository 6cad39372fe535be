// Three hundred values that try to escape from their position in a script: 25 ways out of quotes, comments and blocks,
// each followed by one of 12 ways to run a command.
const waysOut = [
  "",
  "a ",
  "'",
  '"',
  "`",
  "\\",
  "\\'",
  '\\"',
  "'\"'\"'",
  "''",
  "$'\\''",
  "a\n",
  "a\r\n",
  "#",
  "a #\n",
  "' #\n",
  '" #\n',
  ")",
  "))",
  "}",
  "]]",
  "a;;",
  "EOF\n",
  "*/",
  "$$",
] as const;

const shellCommands = [
  "; touch canary ;",
  "; touch canary #",
  "$(touch canary)",
  "`touch canary`",
  "| touch canary",
  "|| touch canary",
  "&& touch canary",
  "& touch canary &",
  "\ntouch canary\n",
  "a[$(touch canary)]",
  "${x:-$(touch canary)}",
  "<(touch canary)",
] as const;

const sqlCommands = [
  `; insert into canary values (1); --`,
  `'; insert into canary values (2); --`,
  `"; insert into canary values (3); --`,
  `'); insert into canary values (4); --`,
  `1; insert into canary values (5); --`,
  `\\'; insert into canary values (6); --`,
  `*/; insert into canary values (7); /*`,
  `$$; insert into canary values (8); --`,
  `\n; insert into canary values (9);\n`,
  `--\n; insert into canary values (10); --`,
  `'''; insert into canary values (11); --`,
  `' union insert into canary values (12) --`,
] as const;

const combined = (commands: readonly string[]) => waysOut.flatMap((out) => commands.map((command) => out + command));

export const shellPayloads: readonly string[] = combined(shellCommands);
export const sqlPayloads: readonly string[] = combined(sqlCommands);
