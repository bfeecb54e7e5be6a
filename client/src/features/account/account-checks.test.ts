import { expect, test } from "vitest"

import { checkAppCode, checkRegistration, checkSecondStep, checkSignIn } from "./account-checks.ts"
import { refusalOf, refusalOfProblem } from "./refusal.ts"

const complete = {
  firstName: "Ada",
  lastName: "",
  companyName: "Harbour Freight",
  operatingCountry: "NL",
  email: "ada@harbour.example",
  password: "granite!",
}

test("a complete registration has no fault, with or without a last name", () => {
  expect(checkRegistration(complete)).toEqual({})
  expect(checkRegistration({ ...complete, lastName: "Okonkwo" })).toEqual({})
})

test("each missing field is told in its own words", () => {
  const empty = {
    firstName: " ",
    lastName: "",
    companyName: "",
    operatingCountry: "",
    email: "",
    password: "",
  }
  expect(checkRegistration(empty)).toEqual({
    firstName: "Enter your first name.",
    companyName: "Enter the name of your company.",
    operatingCountry: "Choose a country.",
    email: "Enter your e-mail address.",
    password: "Choose a password.",
  })
})

test.each(["ada", "@harbour.example", "ada@", "a@b@c", "ada lovelace@harbour.example"])(
  "%s is no complete address",
  (email) => {
    expect(checkSignIn({ email, password: "x", redirect_uri: "" })).toEqual({
      email: "Enter a complete e-mail address, such as name@company.com.",
    })
  },
)

test("a password is counted in characters, and signing in asks for no length", () => {
  const fault = { password: "Choose a password of at least 8 characters." }
  expect(checkRegistration({ ...complete, password: "🚢🚢🚢🚢" })).toEqual(fault)
  expect(checkRegistration({ ...complete, password: "🚢🚢🚢🚢🚢🚢🚢🚢" })).toEqual({})
  expect(checkSignIn({ email: "a@b", password: "x", redirect_uri: "" })).toEqual({})
})

test("names have the lengths of the data model", () => {
  expect(checkRegistration({ ...complete, companyName: "x".repeat(121) })).toEqual({
    companyName: "Use at most 120 characters.",
  })
  expect(checkRegistration({ ...complete, lastName: "x".repeat(61) })).toEqual({
    lastName: "Use at most 60 characters.",
  })
})

test("a refusal lands on its field, else above the form", () => {
  const names = ["email", "companyName"] as const
  const failed = (field: "email" | "password" | null, pointer: string) =>
    refusalOf(
      { status: "failed", text: "No.", field, errors: [{ pointer, detail: "Taken." }] },
      names,
    )
  expect(failed("email", "/x")).toEqual({ fields: { email: "No." } })
  expect(failed(null, "/companyName")).toEqual({ fields: { companyName: "Taken." } })
  expect(failed("password", "/other")).toEqual({ message: "No." })
  expect(refusalOf({ status: "refused" }, names)).toBeNull()
})

test("a posted form tells the problem's detail, or its title", () => {
  const problem = { type: "about:blank", title: "Unauthorized", status: 401 }
  expect(refusalOfProblem(problem, ["email"])).toEqual({ message: "Unauthorized" })
  expect(refusalOfProblem({ ...problem, detail: "Not right." }, ["email"])).toEqual({
    message: "Not right.",
  })
})

test.each([
  ["123 456", true],
  ["7kd2m4-abcdef-ghijkm-npqrst", true],
  [" 7KD2M4 ABCDEF GHIJKM NPQRST ", true],
  // `l` and `o` are in no code.
  ["7kd2m4-abcdef-ghijkl-npqrso", false],
  ["7kd2m4-abcdef-ghijkm", false],
  ["12345", false],
])("the second step takes a code of the app or a recovery code: %s", (code, isGood) => {
  expect(Object.keys(checkSecondStep({ code }))).toEqual(isGood ? [] : ["code"])
})

test("an app that is set up is proved by its own code alone", () => {
  expect(checkAppCode({ code: "7kd2m4-abcdef-ghijkm-npqrst" }).code).toBeDefined()
})
