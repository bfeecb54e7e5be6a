import { expect, test } from "vitest"

import { redirectUriOf, searchValues } from "./search.ts"

test("values are decoded as a form encodes them, the first of a name counting", () => {
  expect(searchValues("?a=1+2&b=%C3%A4&a=3&c&=x&&d=%")).toEqual({
    a: "1 2",
    b: "ä",
    c: "",
    d: "%",
  })
  expect(searchValues("?bad=%FF")).toEqual({})
  expect(searchValues("")).toEqual({})
})

test.each([
  ["/login", undefined],
  ["/login?redirect_uri=", undefined],
  ["/login?redirect_uri=%2Fsettings%2Fprofile", "/settings/profile"],
  ["/login?x=1&redirect_uri=/a&redirect_uri=/b", "/a"],
])("%s asks for %s", (url, expected) => {
  expect(redirectUriOf(url)).toBe(expected)
})
