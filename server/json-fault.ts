/** What is wrong with a text that is no JSON, without the piece of it that the parser quotes: it may be part of a secret. */
export const jsonFault = (error: unknown) =>
  (error as Error).message.replace(/^(Unexpected token '.+?'), (?:\.{3})?".*"(?:\.{3})? is not valid JSON$/su, "$1");
