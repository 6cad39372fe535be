import { buildGallery } from "../../tools/gallery/build.ts";
import { test } from "@playwright/test";

test("the gallery is built", () => buildGallery());
