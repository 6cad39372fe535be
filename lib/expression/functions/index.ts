// The library of all functions that CEL and templates share. Each notation adds its own functions.
import { assertions } from "./assertions.ts";
import { clouds } from "./clouds.ts";
import { codecs } from "./codecs.ts";
import { conversions } from "./conversions.ts";
import { csv } from "./csv.ts";
import { data } from "./data.ts";
import { formatting } from "./format.ts";
import type { LibraryFunction } from "./function.ts";
import { kubernetes } from "./kubernetes.ts";
import { lists } from "./lists.ts";
import { collectionsOfTemplates, maps } from "./maps.ts";
import { matching } from "./matching.ts";
import { math } from "./math.ts";
import { network } from "./network.ts";
import { paths } from "./paths.ts";
import { random } from "./random.ts";
import { regexp, regexpMethods } from "./regexp.ts";
import { sizes } from "./sizes.ts";
import { strings } from "./strings.ts";
import { textStyles } from "./text-styles.ts";
import { time } from "./time.ts";
import { versions } from "./versions.ts";

const library: readonly LibraryFunction[] = [
  ...strings,
  ...textStyles,
  formatting,
  ...maps,
  ...lists,
  ...data,
  ...csv,
  ...time,
  ...math,
  ...regexp,
  ...regexpMethods,
  ...codecs,
  ...random,
  ...paths,
  ...network,
  ...sizes,
  ...versions,
  ...matching,
  ...clouds,
  ...kubernetes,
  ...assertions,
];

export const celLibrary: readonly LibraryFunction[] = library.filter(({ only }) => only !== "template");

export const templateLibrary: readonly LibraryFunction[] = [
  ...library.filter(({ only }) => only !== "cel"),
  ...collectionsOfTemplates,
  ...conversions,
];
