import { afterEach, expect, test, vi } from "vitest"

import { fakeIdentity, inboxes } from "#client/services/auth/fake-identity.ts"
import { fakeServer } from "#client/services/fake-server.ts"
import { SOMEONE, fakeVisit } from "#client/services/fake-visit.ts"

import { AGAIN_MS, watchNotifications } from "./watch.ts"

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test("what the own inbox tells is what the badge shows, until it ends", async () => {
  const visit = fakeVisit({ ...SOMEONE, unread: 2 })
  const stop = await watchNotifications(visit, fakeIdentity([]))
  const inbox = `${SOMEONE.company._id}/general-notification/${SOMEONE.user._id}`
  expect([...inboxes.keys()]).toEqual([inbox])
  inboxes.get(inbox)?.heard(3)
  expect(visit.session.get()).toEqual({ ...SOMEONE, unread: 3 })
  const before = visit.session.get()
  inboxes.get(inbox)?.heard(3)
  expect(visit.session.get()).toBe(before)
  stop()
  expect(inboxes.size).toBe(0)
})

test("nobody listens for nobody", async () => {
  await watchNotifications(fakeVisit(null), fakeIdentity([]))
  expect(inboxes.size).toBe(0)
})

test("whoever may listen no more asks whether the session goes on, and listens again if it does", async () => {
  vi.useFakeTimers()
  const asked = fakeServer({ "/iam/api/v1/users-token": { body: { data: [] } } })
  const stop = await watchNotifications(fakeVisit(SOMEONE), fakeIdentity([]))
  const inbox = `${SOMEONE.company._id}/general-notification/${SOMEONE.user._id}`
  const first = inboxes.get(inbox)
  inboxes.delete(inbox)
  first?.lost()
  await vi.advanceTimersByTimeAsync(AGAIN_MS)
  expect(asked.length).toBe(1)
  expect(inboxes.has(inbox)).toBe(true)

  inboxes.get(inbox)?.lost()
  await vi.advanceTimersByTimeAsync(0)
  stop()
  inboxes.clear()
  await vi.advanceTimersByTimeAsync(AGAIN_MS)
  expect(inboxes.size).toBe(0)
})

test("whoever may do other things than before sees them, and nothing of what was fetched for the old ones", async () => {
  const renewed = { ...SOMEONE, permissions: ["user:view"] }
  const asked = fakeServer({ "/iam/api/v1/sessions/current": { body: { data: renewed } } })
  const visit = fakeVisit(SOMEONE)
  visit.queries.setQueryData(["somebody's"], "secret")
  const stop = await watchNotifications(visit, fakeIdentity([]))
  const watcher = inboxes.get(`${SOMEONE.company._id}/general-notification/${SOMEONE.user._id}`)
  expect(watcher?.since).toBe(Date.parse(visit.env.now))
  watcher?.accessChanged(Date.parse(visit.env.now) + 1)
  await vi.waitFor(() => expect(visit.session.get()).toEqual(renewed))
  expect(asked.length).toBe(1)
  expect(visit.queries.getQueryData(["somebody's"])).toBeUndefined()
  stop()
})

test("a page whose socket was closed asks whether its session goes on", async () => {
  const asked = fakeServer({ "/iam/api/v1/users-token": { body: { data: [] } } })
  const stop = await watchNotifications(fakeVisit(SOMEONE), fakeIdentity([]))
  inboxes.get(`${SOMEONE.company._id}/general-notification/${SOMEONE.user._id}`)?.dropped()
  await vi.waitFor(() => expect(asked.length).toBe(1))
  stop()
})
