// A page with the unmodified SDK, signed in by tokens that the test's server believes.
import assert from 'node:assert/strict'

import { Component } from '@firebase/component'
import { _registerComponent, deleteApp, initializeApp } from 'firebase/app'
import { getDatabase, goOffline, onValue, ref } from 'firebase/database'

const users = new Map()

_registerComponent(
  new Component(
    'auth-internal',
    (container) => {
      const user = users.get(container.getProvider('app').getImmediate().name)
      return {
        getToken: async (force) => {
          if (force) user.refreshes++
          return user.uid === null ? null : { accessToken: user.token(force) }
        },
        getUid: () => user.uid,
        addAuthTokenListener: (listener) => user.listeners.push(listener),
        removeAuthTokenListener: () => {},
      }
    },
    'PRIVATE',
  ),
)

class User {
  listeners = []
  refreshes = 0
  life = 3600
  session = crypto.randomUUID()
  constructor(uid) {
    this.uid = uid
  }
  /** A forced refresh comes with a new session, as after signing in again. */
  token(force = false) {
    if (force) {
      this.session = crypto.randomUUID()
      this.life = 3600
    }
    const now = Math.floor(Date.now() / 1000)
    const claims = { sub: this.uid, user_id: this.uid, iat: now, exp: now + this.life, session: this.session }
    return `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`
  }
  become(uid) {
    this.uid = uid
    for (const listener of this.listeners) listener(uid === null ? null : this.token())
  }
}

const apps = []

export function browser(address, uid, life = 3600, namespace = 'demo-x-default-rtdb') {
  const name = `browser-${apps.length}`
  const user = new User(uid)
  user.life = life
  users.set(name, user)
  const app = initializeApp({ databaseURL: `http://${address}?ns=${namespace}`, appId: '1:1:web:1' }, name)
  const database = getDatabase(app)
  const page = { app, database, user, at: (path) => ref(database, path) }
  apps.push(page)
  return page
}

export async function closeAll() {
  for (const { app, database } of apps.splice(0)) {
    goOffline(database)
    await deleteApp(app)
  }
}

/** Waits until a condition holds; fails after 20 seconds with what `see` gives. */
export async function until(condition, see = () => '') {
  const end = Date.now() + 20_000
  while (!(await condition())) {
    if (Date.now() > end) assert.fail(`it did not come to that: ${condition} ${JSON.stringify(see())}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** Waits for a value at a reference. */
export function value(query, expected) {
  let last
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the value is ${JSON.stringify(last)}, not ${JSON.stringify(expected)}`)), 20_000)
    const stop = onValue(query, (snapshot) => {
      last = snapshot.val()
      try {
        assert.deepEqual(last, expected)
      } catch {
        return
      }
      clearTimeout(timer)
      queueMicrotask(() => stop())
      resolve()
    }, reject)
  })
}

export async function run(steps) {
  let failed = 0
  for (const [name, step] of Object.entries(steps)) {
    try {
      await step()
      console.log(`passed: ${name}`)
    } catch (error) {
      failed++
      console.log(`FAILED: ${name}`)
      console.error(String(error.stack).slice(0, 1000))
    }
    await closeAll()
  }
  if (failed === 0) console.log('all steps passed')
  process.exit(failed)
}
