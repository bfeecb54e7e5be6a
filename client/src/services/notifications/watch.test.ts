import { expect, test } from "vitest"

import { fakeIdentity, inboxes } from "#client/services/auth/fake-identity.ts"
import { SOMEONE, fakeVisit } from "#client/services/fake-visit.ts"

import { watchNotifications } from "./watch.ts"

test("what the own inbox tells is what the badge shows, until it ends", async () => {
  const visit = fakeVisit({ ...SOMEONE, unread: 2 })
  const stop = await watchNotifications(visit, fakeIdentity([]))
  const inbox = `${SOMEONE.company._id}/general-notification/${SOMEONE.user._id}`
  expect([...inboxes.keys()]).toEqual([inbox])
  inboxes.get(inbox)?.(3)
  expect(visit.session.get()).toEqual({ ...SOMEONE, unread: 3 })
  const before = visit.session.get()
  inboxes.get(inbox)?.(3)
  expect(visit.session.get()).toBe(before)
  stop()
  expect(inboxes.size).toBe(0)
})

test("nobody listens for nobody", async () => {
  await watchNotifications(fakeVisit(null), fakeIdentity([]))
  expect(inboxes.size).toBe(0)
})
