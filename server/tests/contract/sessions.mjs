// Sessions of the application, second factors and notifications with the unmodified SDK, each browser with cookies of its own.
// Arguments: origin of the server, folder of its mails.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

import { initializeApp } from 'firebase/app'
import {
  TotpMultiFactorGenerator,
  applyActionCode,
  confirmPasswordReset,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  getMultiFactorResolver,
  inMemoryPersistence,
  initializeAuth,
  multiFactor,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
} from 'firebase/auth'
import {
  forceWebSockets,
  getDatabase,
  limitToFirst,
  onValue,
  orderByChild,
  push,
  query,
  ref,
  startAt,
  update,
} from 'firebase/database'

const [origin, mails] = process.argv.slice(2)
const IAM = '/iam/api/v1'
const ANN = { email: 'ann@waybill.test', password: 'granite-anchor-42' }
const BOB = { email: 'bob@waybill.test', password: 'tidal-lantern-17' }
forceWebSockets()

/** A browser: the SDK, and cookies. */
class Browser {
  static #count = 0

  constructor() {
    const { host } = new URL(origin)
    const databaseURL = `http://${host}?ns=waybill-embedded-default-rtdb`
    const options = { apiKey: 'embedded-test', projectId: 'waybill-embedded', databaseURL }
    this.app = initializeApp(options, `browser-${Browser.#count++}`)
    this.auth = initializeAuth(this.app, { persistence: [inMemoryPersistence] })
    connectAuthEmulator(this.auth, origin, { disableWarnings: true })
    this.jar = new Map()
  }

  /** What the server answers, with a status that was expected. */
  async ask(expected, method, path, { bearer = this.jar.get('token'), json, ...headers } = {}) {
    headers.cookie = [...this.jar].map(([name, value]) => `${name}=${value}`).join('; ')
    headers['sec-fetch-site'] = 'same-origin'
    if (bearer !== undefined) headers.authorization = `Bearer ${bearer}`
    if (json !== undefined) headers['content-type'] = 'application/json'
    const body = json === undefined ? undefined : JSON.stringify(json)
    const answer = await fetch(origin + path, { method, headers, body, redirect: 'manual' })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)
      if (/max-age=0/i.test(cookie)) this.jar.delete(name)
      else this.jar.set(name, value)
    }
    const text = await answer.text()
    assert.equal(answer.status, expected, `${method} ${path}: ${text}`)
    return { text, headers: answer.headers, json: () => JSON.parse(text) }
  }

  async signIn({ email, password }) {
    return (await signInWithEmailAndPassword(this.auth, email, password)).user
  }

  /** The login exchange: what follows from the provider's token. */
  async enter(expected = 200) {
    const bearer = await this.auth.currentUser.getIdToken()
    return (await this.ask(expected, 'GET', `${IAM}/auth/login`, { bearer })).json()
  }

  async me() {
    const bearer = await this.auth.currentUser.getIdToken()
    return (await this.ask(200, 'GET', `${IAM}/users-token`, { bearer })).json().data[0]
  }

  at(path) {
    return ref(getDatabase(this.app), path)
  }
}

async function step(name, run) {
  try {
    await run()
    console.log(name)
  } catch (error) {
    console.error(`FAILED: ${name}`)
    throw error
  }
}

async function until(isSo, within = 5000) {
  const end = Date.now() + within
  while (!(await isSo())) {
    assert(Date.now() < end, `not within ${within} ms: ${isSo}`)
    await setTimeout(20)
  }
}

/** What the mails to an address say, the newest first. */
async function mailsTo(address) {
  // One that is still being written has another name.
  const written = (await readdir(mails).catch(() => [])).filter((name) => name.endsWith('.eml'))
  const names = written.sort().reverse()
  const texts = await Promise.all(names.map((name) => readFile(join(mails, name), 'utf8')))
  // Quoted-printable, RFC 2045 section 6.7.
  const plain = texts.map((text) => text.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='))
  return plain.filter((text) => text.includes(address))
}

async function mailed(address, pattern) {
  let found
  await until(async () => {
    const [newest] = (await mailsTo(address)).map((text) => pattern.exec(text)).filter((match) => match !== null)
    found = newest?.[1]
    return found !== undefined
  })
  return found
}

async function denied(promise) {
  await assert.rejects(promise, (error) => /permission.denied/i.test(`${error.code} ${error.message}`))
}

/** The first value that is heard at a place. */
const heard = (place) => new Promise((resolve, reject) => onValue(place, resolve, reject))

/** RFC 6238; a code of each step is given once. */
let lastStep = 0
async function appCode(secret) {
  const now = () => Math.floor(Date.now() / 30_000)
  const counted = Math.max(lastStep + 1, now() - 1)
  while (now() + 1 < counted) await setTimeout(200)
  lastStep = counted
  const bits = Array.from(secret, (char) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(char).toString(2).padStart(5, '0'))
  const key = Buffer.from(bits.join('').match(/.{8}/g).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigInt64BE(BigInt(counted))
  const mac = createHmac('sha1', key).update(counter).digest()
  return String((mac.readUInt32BE(mac[19] & 15) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

const ann = new Browser()
const bob = new Browser()
let inbox
let bobId

await step('a company is registered, and its page drawn', async () => {
  await createUserWithEmailAndPassword(ann.auth, ANN.email, ANN.password)
  await ann.enter(404)
  const bearer = await ann.auth.currentUser.getIdToken()
  const json = { firstName: 'Ann', lastName: 'Tester', companyName: 'Freight', operatingCountry: 'NL' }
  await ann.ask(201, 'POST', `${IAM}/auth`, { bearer, json })
  const page = await ann.ask(200, 'GET', '/dashboard')
  assert(page.text.includes('Please verify your email'))
  const { _id, companyId } = await ann.me()
  inbox = `${companyId}/general-notification/${_id}`
})

await step('the mailed link proves the address', async () => {
  await sendEmailVerification(ann.auth.currentUser)
  await applyActionCode(ann.auth, await mailed(ANN.email, /mode=verifyEmail&oobCode=([^&\s]+)/))
  await ann.auth.currentUser.getIdToken(true)
  assert.equal((await ann.me()).emailVerified, true)
  assert(!(await ann.ask(200, 'GET', '/dashboard')).text.includes('Please verify your email'))
})

await step('a session is renewed, and of two renewals at once both hold', async () => {
  const before = ann.jar.get('token')
  const path = `${IAM}/auth/token-refresh`
  await Promise.all([ann.ask(200, 'GET', path), ann.ask(200, 'GET', path)])
  assert.notEqual(ann.jar.get('token'), before)
  await ann.ask(200, 'GET', `${IAM}/users/me`)
  // The cookies alone renew nothing.
  await ann.ask(401, 'GET', path, { bearer: '' })
})

await step('the inbox counts what a colleague does, within a second', async () => {
  let unread
  onValue(query(ann.at(inbox), orderByChild('status'), startAt('new'), limitToFirst(10)), (list) => {
    unread = list.size
  })
  await until(() => unread === 0)
  const json = { firstName: 'Bob', lastName: 'Neu', emailId: BOB.email }
  const invited = await ann.ask(201, 'POST', `${IAM}/users`, { json })
  bobId = invited.json().data._id
  const secret = await mailed(BOB.email, /invite=([\w-]+)/)
  await createUserWithEmailAndPassword(bob.auth, BOB.email, BOB.password)
  const bearer = await bob.auth.currentUser.getIdToken()
  await bob.ask(201, 'POST', `${IAM}/auth/accept-invite`, { bearer, json: { secret } })
  await until(() => unread === 1, 1000)

  const list = await heard(ann.at(inbox))
  const [id] = Object.keys(list.val())
  await update(ann.at(`${inbox}/${id}`), { status: 'loaded' })
  await until(() => unread === 0, 1000)
  await denied(update(ann.at(`${inbox}/${id}`), { title: 'mine' }))
  await denied(push(ann.at(inbox), { status: 'new' }))
  await denied(heard(bob.at(inbox)))
})

await step('a mailed second factor begins the session, and nothing does before', async () => {
  await ann.ask(200, 'PATCH', `${IAM}/users/me`, { json: { twoFactorAuth: true }, 'if-match': '*' })
  const other = new Browser()
  await other.signIn(ANN)
  const { data } = await other.enter()
  assert.equal(data.twoFactorAuth, true)
  assert(!other.jar.has('token'))
  assert.equal(await other.me(), undefined)
  // The SDK tries a refused token again and again, so nothing is what it hears.
  const told = heard(other.at(inbox)).then(() => 'an inbox', () => 'a refusal')
  assert.notEqual(await Promise.race([told, setTimeout(1500)]), 'an inbox')
  const right = await mailed(ANN.email, /^Subject: (\d{6}) is your code/m)
  const give = (code, expected, browser = other) =>
    browser.ask(expected, 'POST', `${IAM}/auth/codeAuth`, { json: { fbtkn: data.fbtkn, code } })
  await give(String((Number(right) + 1) % 1_000_000).padStart(6, '0'), 422)
  await give(right, 422, new Browser())
  await give(right, 200)
  await other.ask(200, 'GET', '/settings/profile')
  await give(right, 422)
})

await step('who proves an authenticator app owes no mail', async () => {
  const codes = (await mailsTo(ANN.email)).filter((mail) => /^Subject: \d{6} is/m.test(mail)).length
  const here = new Browser()
  const factors = multiFactor(await here.signIn(ANN))
  const secret = await TotpMultiFactorGenerator.generateSecret(await factors.getSession())
  const code = await appCode(secret.secretKey)
  await factors.enroll(TotpMultiFactorGenerator.assertionForEnrollment(secret, code), 'phone')
  // No session rested on that sign-in, so none goes on.
  const ended = await ann.ask(401, 'GET', `${IAM}/users/me`)
  assert.match(ended.headers.get('content-type'), /problem\+json/)

  const challenge = await ann.signIn(ANN).catch((error) => getMultiFactorResolver(ann.auth, error))
  const assertion = TotpMultiFactorGenerator.assertionForSignIn(challenge.hints[0].uid, await appCode(secret.secretKey))
  await challenge.resolveSignIn(assertion)
  assert.equal((await ann.enter()).data.twoFactorAuth, false)
  await ann.ask(200, 'GET', '/dashboard')
  assert.equal((await mailsTo(ANN.email)).filter((mail) => /^Subject: \d{6} is/m.test(mail)).length, codes)
  await multiFactor(ann.auth.currentUser).unenroll(challenge.hints[0])
  await ann.ask(200, 'PATCH', `${IAM}/users/me`, { json: { twoFactorAuth: false }, 'if-match': '*' })
})

await step('sessions are listed, and ended one by one', async () => {
  const other = new Browser()
  await other.signIn(ANN)
  await other.enter()
  const { data } = (await ann.ask(200, 'GET', `${IAM}/sessions`)).json()
  assert.equal(data.filter(({ isCurrent }) => isCurrent).length, 1)
  const elsewhere = data.filter(({ isCurrent }) => !isCurrent)
  assert(elsewhere.length >= 1)
  for (const { _id } of elsewhere) await ann.ask(204, 'DELETE', `${IAM}/sessions/${_id}`)
  await other.ask(401, 'GET', `${IAM}/users/me`)
  const page = await other.ask(303, 'GET', '/settings/profile')
  assert.equal(page.headers.get('location'), '/login?redirect_uri=%2Fsettings%2Fprofile')
  await ann.ask(200, 'GET', `${IAM}/users/me`)
})

await step('a suspended account is out at once, and told why', async () => {
  const { companyId, _id } = await bob.me()
  const path = `${companyId}/general-notification/${_id}`
  let isConnected
  onValue(bob.at('.info/connected'), (connected) => {
    isConnected = connected.val()
  })
  let count
  onValue(bob.at(path), (list) => {
    count = list.size
  })
  await until(() => isConnected && count !== undefined)
  const json = { reason: 'Left the company' }
  await ann.ask(200, 'POST', `${IAM}/users/${bobId}/suspend`, { json, 'if-match': '*' })
  const called = await bob.ask(401, 'GET', `${IAM}/users/me`)
  assert.equal(called.json().detail, 'Account was suspended')
  const refused = await bob.enter(403)
  assert.equal(refused.detail, 'Account was suspended')
  // The SDK gives its token up when it is refused, and comes back as nobody.
  await until(() => !isConnected, 1500)
})

await step('signing out ends the session, and a new password all', async () => {
  const other = new Browser()
  await other.signIn(ANN)
  await other.enter()
  const before = new Map(other.jar)
  await other.ask(204, 'POST', `${IAM}/auth/logout`)
  other.jar = before
  await other.ask(401, 'GET', `${IAM}/users/me`)

  await sendPasswordResetEmail(ann.auth, ANN.email)
  const code = await mailed(ANN.email, /mode=resetPassword&oobCode=([^&\s]+)/)
  await confirmPasswordReset(ann.auth, code, 'another-anchor-43')
  await ann.ask(401, 'GET', `${IAM}/users/me`)
  await assert.rejects(ann.auth.currentUser.getIdToken(true), { code: 'auth/user-token-expired' })
  await ann.signIn({ ...ANN, password: 'another-anchor-43' })
  await ann.enter()
  await ann.ask(200, 'GET', '/dashboard')
})

console.log('all steps passed')
process.exit()
