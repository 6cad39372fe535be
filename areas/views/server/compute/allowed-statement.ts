// Accepts only a statement that reads. SQLite runs one statement at a time, and statements that open files (ATTACH,
// VACUUM INTO) or change settings (PRAGMA) cannot be part of another one; functions that reach outside are refused by
// their names. The authorizer of SQLite, where the runtime has it, is the second line of defence (tables.ts).

/** Whitespace, comments and opening brackets before the first word. */
const before = /^(?:\s+|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/|\()+/;

const strings = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;

const refusedNames = /\b(?:load_extension|fts3_tokenizer|sqlite_\w+|pragma_\w+)\b/i;

/** Returns why the statement must not run; undefined if it may. */
export function refusedStatement(sql: string): string | undefined {
  if (sql.includes("\0")) return "The statement contains a NUL character.";
  const [first = ""] = /^\w*/.exec(sql.replace(before, "")) ?? [];
  if (!/^(?:select|with|values)$/i.test(first))
    return `A statement must begin with SELECT, WITH or VALUES${first === "" ? "" : `, not with ${first.toUpperCase()}`}.`;
  const bare = sql.replaceAll(strings, " ");
  const [name] = refusedNames.exec(bare) ?? refusedNames.exec(quotedNames(sql)) ?? [];
  if (name !== undefined) return `${name} is not available in views.`;
  // A parameter can contain quotes, `$x(')`, which would hide the text up to the next quote from the checks above.
  if (/[$@#?:]/.test(bare))
    return "A statement of a view has no parameters: $, @, :, # and ? are allowed in strings only.";
  if (/;\s*\S/.test(bare)) return "Only one statement is allowed.";
  return undefined;
}

/** A name in quotes is a name as well. */
const quotedNames = (sql: string) =>
  [...sql.matchAll(/"((?:[^"]|"")*)"|`((?:[^`]|``)*)`|\[([^\]]*)\]/g)]
    .map((found) => found.slice(1).find((name) => name !== undefined))
    .join(" ");
