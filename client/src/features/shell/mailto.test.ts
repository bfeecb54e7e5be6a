import { expect, test } from "vitest"

import { mailtoAddress } from "./mailto.ts"

test.each([
  [{ to: "", subject: "", text: "" }, "mailto:"],
  [
    { to: " ada@x.example ; bo@y.example,", subject: "", text: "" },
    "mailto:ada@x.example,bo@y.example",
  ],
  [
    { to: "ada@x.example", subject: " Re: a&b ", text: "one\ntwo?" },
    "mailto:ada@x.example?subject=Re%3A%20a%26b&body=one%0D%0Atwo%3F",
  ],
  [
    { to: "ada@x.example?bcc=spy@z.example", subject: "", text: "" },
    "mailto:ada@x.example%3Fbcc%3Dspy@z.example",
  ],
])("%j becomes %s", (message, address) => {
  expect(mailtoAddress(message)).toBe(address)
})
