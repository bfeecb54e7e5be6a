import { expect, test } from "vitest"

import { checkRegistration, checkSignIn } from "./account-checks.ts"
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
