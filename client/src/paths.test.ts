import { matchRoutes } from "react-router"
import { expect, test } from "vitest"

import { paths, waitingPath } from "./paths.ts"
import { createRoutes } from "./router.tsx"

const routes = createRoutes()

test.each(Object.entries(paths).map(([name, path]) => [name, path()]))(
  "%s (%s) is answered by a route of its own",
  (_, path) => {
    const leaf = matchRoutes(routes, path.split("?", 1)[0] ?? "")?.at(-1)?.route
    expect(leaf).toBeDefined()
    expect(leaf?.path).not.toBe("*")
  },
)

test("the second step of a sign-in has the query of the specification and no other", () => {
  const owed = { fbtkn: "5ec2e7", emailId: "ada@harbour.example" }
  expect(paths.login({ owed, redirectUri: "/settings/users" })).toBe(
    "/login?fbtkn=5ec2e7&sendCode=true&emailId=ada%40harbour.example&redirect_uri=%2Fsettings%2Fusers",
  )
  expect(paths.login({ owed })).toBe(
    "/login?fbtkn=5ec2e7&sendCode=true&emailId=ada%40harbour.example",
  )
})

test("a query names what is given and escapes it", () => {
  expect(paths.login({ redirectUri: "/settings/users?page=2" })).toBe(
    "/login?redirect_uri=%2Fsettings%2Fusers%3Fpage%3D2",
  )
  expect(paths.users({ page: 2, search: "a b&c", sort: undefined })).toBe(
    "/settings/users?page=2&search=a%20b%26c",
  )
  expect(paths.users()).toBe("/settings/users")
})

test("a page that waits keeps what its address asks for, and waits once", () => {
  expect(waitingPath("/audit/check")).toBe("/audit/check?wait=true")
  expect(waitingPath("/contacts?page=2")).toBe("/contacts?page=2&wait=true")
  expect(waitingPath("/contacts?page=2&wait=true")).toBe("/contacts?page=2&wait=true")
})
