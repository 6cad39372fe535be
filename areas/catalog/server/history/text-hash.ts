// The hash that identifies the text of a document.
import { hash } from "node:crypto";

/** MD5, since its 128 bits fit in a uuid column. */
export const hashOfText = (text: string): string => hash("md5", text, "hex");

export const isTextOf = (kept: string, text: string): boolean => kept.replaceAll("-", "") === hashOfText(text);
