import { expect, test } from "vitest"

import { isAddress, parseAddresses } from "./mail-address.ts"

test.each([
  ["joan@x.example", [["", "joan@x.example"]]],
  ["Joan Wolf <joan@x.example>", [["Joan Wolf", "joan@x.example"]]],
  [
    '"Wolf, Joan" <joan@x.example>; b@y.example',
    [
      ["Wolf, Joan", "joan@x.example"],
      ["", "b@y.example"],
    ],
  ],
  [
    "a@x.example b@x.example\nc@x.example,",
    [
      ["", "a@x.example"],
      ["", "b@x.example"],
      ["", "c@x.example"],
    ],
  ],
  ["no address", [["", "no address"]]],
  [" , ;", []],
])("%s", (text, expected) => {
  expect(parseAddresses(text).map(({ name, address }) => [name, address])).toEqual(expected)
})

test("an address has one at sign and a domain with a dot", () => {
  const all = [
    "a@b.example",
    "a.b+c@d-e.f.example",
    "a@b",
    "a b@c.example",
    "@c.example",
    "a@-c.example",
    "a@@c.de",
  ]
  expect(all.filter(isAddress)).toEqual(["a@b.example", "a.b+c@d-e.f.example"])
})
