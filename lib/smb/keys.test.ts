import { expect, test } from "vitest";
import { aesCmac } from "./keys.ts";

// The test vectors of RFC 4493, section 4.
const key = Buffer.from("2b7e151628aed2a6abf7158809cf4f3c", "hex");
const message =
  "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e5130c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710";

test.each([
  [0, "bb1d6929e95937287fa37d129b756746"],
  [16, "070a16b46b4d4144f79bdd9dd04a287c"],
  [40, "dfa66747de9ae63030ca32611497c827"],
  [64, "51f0bebf7e3b9d92fc49741779363cfe"],
])("computes the AES-CMAC of %i bytes as in RFC 4493", (length, mac) => {
  expect(aesCmac(key, Buffer.from(message, "hex").subarray(0, length)).toString("hex")).toBe(mac);
});
