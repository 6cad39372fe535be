// The library: every function, once. CEL and the templates take from here what they do not bring along themselves.
import { clouds } from "./clouds.ts";
import { codecs } from "./codecs.ts";
import { collections, collectionsOfTemplates } from "./collections.ts";
import { data } from "./data.ts";
import type { LibraryFunction } from "./function.ts";
import { kubernetes } from "./kubernetes.ts";
import { matching } from "./matching.ts";
import { math } from "./math.ts";
import { addresses } from "./network.ts";
import { paths } from "./paths.ts";
import { matchesOfTexts, regexp } from "./regexp.ts";
import { sizes } from "./sizes.ts";
import { strings, stringsOfCel } from "./strings.ts";
import { time } from "./time.ts";

const everywhere: readonly LibraryFunction[] = [
  ...strings,
  ...collections,
  ...data,
  ...time,
  ...math,
  ...regexp,
  ...codecs,
  ...paths,
  ...addresses,
  ...sizes,
  ...matching,
  ...clouds,
  ...kubernetes,
];

export const celFunctions: readonly LibraryFunction[] = everywhere;

export const templateLibrary: readonly LibraryFunction[] = [
  ...everywhere,
  ...stringsOfCel,
  matchesOfTexts,
  ...collectionsOfTemplates,
];
