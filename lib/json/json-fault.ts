/** The parser's message for invalid JSON without the text that it quotes, which may be part of a secret. */
export const jsonFault = (error: unknown) =>
  (error as Error).message.replace(/^(Unexpected token '.+?'), (?:\.{3})?".*"(?:\.{3})? is not valid JSON$/su, "$1");
