// Computes the hash that identifies the text of a document.
import { hash } from "node:crypto";

/** Uses MD5, because its 128 bits fit into a uuid column. */
export const hashOfText = (text: string): string => hash("md5", text, "hex");

export const isTextOf = (kept: string, text: string): boolean => kept.replaceAll("-", "") === hashOfText(text);
