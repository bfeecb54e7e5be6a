import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"

import { SUSPENDED } from "#client/lib/problem.ts"
import { createStore } from "#client/lib/store.ts"

import { fakeServer, setToken, tokenFor } from "./fake-server.ts"
import { SOMEONE } from "./fake-visit.ts"
import { request } from "./http.ts"
import { guardLeaving } from "./leaving.ts"
import { againAsked, canAskAgain, decline, isBack } from "./session/again.ts"
import { endSession } from "./session/end.ts"

vi.mock(import("#client/services/session/end.ts"), async (original) => ({
  ...(await original()),
  endSession: vi.fn<typeof endSession>(async () => {}),
}))

const LIST = "/iam/api/v1/users"
const REFRESH = "/iam/api/v1/auth/token-refresh"
const OLD = tokenFor("ada")

beforeEach(() => setToken(OLD))
afterEach(() => {
  setToken(null)
  vi.mocked(endSession).mockClear()
  vi.unstubAllGlobals()
})

test("every request carries the token cookie's value", async () => {
  const asked = fakeServer({ [LIST]: { body: { data: [1] } } })
  expect(await request(LIST)).toEqual({ data: [1] })
  expect(asked).toEqual([{ method: "GET", path: LIST, authorization: OLD, body: null }])
})

test("a problem is thrown with its text and its fields", async () => {
  const errors = [{ pointer: "/name", detail: "Enter a name." }]
  fakeServer({ [LIST]: { status: 422, body: { title: "Not valid", detail: "No.", errors } } })
  await expect(request(LIST, { method: "POST", body: {} })).rejects.toMatchObject({
    name: "RequestFailed",
    problem: { status: 422, detail: "No.", errors },
  })
  expect(endSession).not.toHaveBeenCalled()
})

test("a token that ran out is renewed once for all requests, which are then sent again", async () => {
  const fresh = tokenFor("ada")
  let answers = 0
  const asked = fakeServer({
    [LIST]: () => {
      answers += 1
      return answers <= 2
        ? { status: 401, body: { title: "Unauthorized" } }
        : { body: { data: [] } }
    },
    [REFRESH]: { body: { data: { jwt: fresh } }, token: fresh },
  })
  await Promise.all([request(LIST), request(LIST)])
  expect(asked.filter(({ path }) => path === REFRESH)).toHaveLength(1)
  expect(asked.slice(-2).map(({ authorization }) => authorization)).toEqual([fresh, fresh])
})

test("a token that another tab has renewed meanwhile is used as it is", async () => {
  const fresh = tokenFor("ada")
  let first = true
  const asked = fakeServer({
    [LIST]: () => {
      if (!first) return { body: { data: [] } }
      first = false
      setToken(fresh)
      return { status: 401 }
    },
  })
  await request(LIST)
  expect(asked.map(({ path }) => path)).toEqual([LIST, LIST])
})

test("a refused renewal ends the session", async () => {
  fakeServer({ [LIST]: { status: 401 }, [REFRESH]: { status: 401 } })
  await expect(request(LIST)).rejects.toMatchObject({ problem: { status: 401 } })
  expect(endSession).toHaveBeenCalledExactlyOnceWith("expired")
})

test("a renewal that nobody answers does not", async () => {
  fakeServer({ [LIST]: { status: 401 }, [REFRESH]: new TypeError("network") })
  await expect(request(LIST)).rejects.toMatchObject({ problem: { status: 401 } })
  expect(endSession).not.toHaveBeenCalled()
})

test.each([401, 403])(
  "a suspended account ends the session and asks for no token (%i)",
  async (status) => {
    const asked = fakeServer({ [LIST]: { status, body: { detail: SUSPENDED } } })
    await expect(request(LIST)).rejects.toThrow(SUSPENDED)
    expect(asked).toHaveLength(1)
    expect(endSession).toHaveBeenCalledExactlyOnceWith("suspended")
  },
)

test("a visitor without a token is refused, not logged out", async () => {
  setToken(null)
  const asked = fakeServer({ [LIST]: { status: 401 } })
  await expect(request(LIST)).rejects.toMatchObject({ problem: { status: 401 } })
  expect(asked).toHaveLength(1)
  expect(asked[0]?.authorization).toBeNull()
  expect(endSession).not.toHaveBeenCalled()
})

test("no answer is a problem that says so, and an abort stays an abort", async () => {
  fakeServer({ [LIST]: new TypeError("network") })
  await expect(request(LIST)).rejects.toMatchObject({
    problem: { status: 0, title: "No response" },
  })
  fakeServer({ [LIST]: "never" })
  await expect(request(LIST, { timeoutMs: 5 })).rejects.toMatchObject({
    problem: { status: 0, detail: "The server took too long to answer. Try again." },
  })
  const stop = new AbortController()
  const stopped = request(LIST, { signal: stop.signal })
  stop.abort()
  await expect(stopped).rejects.toMatchObject({ name: "AbortError" })
})

describe("when the session is over and the user can be asked", () => {
  const OPTIONS = {
    method: "PATCH",
    body: { name: "Ada" },
    headers: { "If-Match": '"3"' },
  } as const
  let isOver = true
  let served: ReturnType<typeof fakeServer>
  let stop: () => void

  beforeEach(() => {
    isOver = true
    setToken(tokenFor("u1"))
    served = fakeServer({
      [LIST]: () => (isOver ? { status: 401 } : { body: { data: 1 } }),
      [REFRESH]: { status: 401 },
      "/iam/api/v1/sessions/current": {
        body: { data: { ...SOMEONE, permissions: ["user:view"] } },
      },
    })
    stop = canAskAgain(createStore<typeof SOMEONE | null>(SOMEONE))
  })
  afterEach(() => stop())

  const writes = () => served.filter(({ method }) => method === "PATCH")

  test("a write waits, and is sent once more when the same user is back", async () => {
    const written = request(LIST, OPTIONS)
    await vi.waitFor(() =>
      expect(againAsked.get()).toEqual({
        emailId: SOMEONE.user.emailId,
        loss: "over",
        isWaiting: true,
      }),
    )
    expect(writes()).toHaveLength(1)
    isOver = false
    const fresh = tokenFor("u1")
    setToken(fresh)
    expect(isBack()).toBe(true)
    await expect(written).resolves.toEqual({ data: 1 })
    expect(
      writes()
        .map(({ authorization, body }) => [authorization, body])
        .at(-1),
    ).toEqual([fresh, { name: "Ada" }])
    expect(writes()).toHaveLength(2)
    expect(againAsked.get()).toBeNull()
    expect(endSession).not.toHaveBeenCalled()
  })

  test("all that wait are answered by one sign-in", async () => {
    const both = Promise.all([request(LIST, OPTIONS), request(LIST, OPTIONS)])
    await vi.waitFor(() => expect(againAsked.get()).not.toBeNull())
    isOver = false
    setToken(tokenFor("u1"))
    isBack()
    await both
    expect(writes()).toHaveLength(4)
  })

  test("somebody else's session lets nothing go on", async () => {
    const written = request(LIST, OPTIONS).catch((error: unknown) => error)
    await vi.waitFor(() => expect(againAsked.get()).not.toBeNull())
    setToken(tokenFor("u2"))
    expect(isBack()).toBe(false)
    expect(writes()).toHaveLength(1)
    decline()
    expect(await written).toMatchObject({ problem: { status: 401 } })
  })

  test("not now: the write has failed, and the page stays", async () => {
    const written = request(LIST, OPTIONS).catch((error: unknown) => error)
    await vi.waitFor(() => expect(againAsked.get()).not.toBeNull())
    decline()
    expect(await written).toMatchObject({ problem: { status: 401 } })
    expect(endSession).not.toHaveBeenCalled()
  })

  test("what is only read ends the session", async () => {
    await expect(request(LIST)).rejects.toMatchObject({ problem: { status: 401 } })
    expect(endSession).toHaveBeenCalledExactlyOnceWith("expired")
  })

  test("what is only read waits beside something that is not saved", async () => {
    const stored = guardLeaving(async () => false)
    const read = request(LIST)
    await vi.waitFor(() => expect(againAsked.get()).not.toBeNull())
    expect(againAsked.get()?.isWaiting).toBe(false)
    isOver = false
    setToken(tokenFor("u1"))
    isBack()
    await expect(read).resolves.toEqual({ data: 1 })
    expect(endSession).not.toHaveBeenCalled()
    stored()
  })

  describe.each(["elsewhere", "password", "second-factor", "reuse", "operator"])(
    "by a revocation, %s",
    (cause) => {
      beforeEach(() => refuseWith(`/problems/session-ended/${cause}`))

      test("a write waits, is told why, and is sent once more", async () => {
        const written = request(LIST, OPTIONS)
        await vi.waitFor(() =>
          expect(againAsked.get()).toMatchObject({ loss: cause, isWaiting: true }),
        )
        isOver = false
        setToken(tokenFor("u1"))
        isBack()
        await expect(written).resolves.toEqual({ data: 1 })
        expect(writes()).toHaveLength(2)
        expect(endSession).not.toHaveBeenCalled()
      })

      test("who does not sign in again leaves the page", async () => {
        const written = request(LIST, OPTIONS).catch((error: unknown) => error)
        await vi.waitFor(() => expect(againAsked.get()).not.toBeNull())
        decline()
        expect(await written).toMatchObject({ problem: { status: 401 } })
        expect(endSession).toHaveBeenCalledExactlyOnceWith("expired")
        expect(writes()).toHaveLength(1)
      })
    },
  )

  test.each([
    ["/problems/session-ended/account", "closed"],
    ["/problems/session-ended/address", "closed"],
    ["/problems/session-ended/signed-out", "closed"],
    ["/problems/suspended", "suspended"],
  ])("after %s nobody is asked back", async (type, reason) => {
    refuseWith(type)
    await expect(request(LIST, OPTIONS)).rejects.toMatchObject({ problem: { status: 401 } })
    expect(againAsked.get()).toBeNull()
    expect(endSession).toHaveBeenCalledExactlyOnceWith(reason)
    expect(writes()).toHaveLength(1)
  })

  test("a refusal that arrives after the sign-in is about the session before", async () => {
    const fresh = tokenFor("u1")
    served = fakeServer({
      [LIST]: () => (isOver ? { status: 401 } : { body: { data: 1 } }),
      [REFRESH]: () => {
        isOver = false
        return { status: 401, token: fresh }
      },
    })
    await expect(request(LIST, OPTIONS)).resolves.toEqual({ data: 1 })
    expect(againAsked.get()).toBeNull()
    expect(writes().at(-1)?.authorization).toBe(fresh)
  })

  function refuseWith(type: string) {
    const detail = type.endsWith("/suspended") ? SUSPENDED : "Signed out."
    served = fakeServer({
      [LIST]: () => (isOver ? { status: 401 } : { body: { data: 1 } }),
      [REFRESH]: { status: 401, body: { type, title: "Signed out", status: 401, detail } },
      "/iam/api/v1/sessions/current": { body: { data: SOMEONE } },
    })
  }
})

test("no failure tells the token", async () => {
  fakeServer({ [LIST]: { status: 401 }, [REFRESH]: { status: 401 } })
  const failure: unknown = await request(LIST).catch((error: unknown) => error)
  expect(JSON.stringify(failure) + String(failure)).not.toContain(OLD)
})
