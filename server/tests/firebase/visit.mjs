// A visit with the unmodified SDK. Arguments: origin of a program that trusts the emulator, of one that does not, of the emulator.
import assert from 'node:assert/strict'
import { initializeApp } from 'firebase/app'
import {
  applyActionCode,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  inMemoryPersistence,
  initializeAuth,
  sendEmailVerification,
  signInWithEmailAndPassword,
  signOut,
} from 'firebase/auth'

const [here, strict, emulator] = process.argv.slice(2)
const PROJECT = 'demo-waybill'
const ANN = { email: 'ann@waybill.test', password: 'granite-anchor-42' }
const IAM = '/iam/api/v1'

const app = initializeApp({ apiKey: 'AIza-1', projectId: PROJECT })
const auth = initializeAuth(app, { persistence: [inMemoryPersistence] })
connectAuthEmulator(auth, emulator, { disableWarnings: true })

/** A browser's cookies. */
const jar = new Map()
async function ask(method, path, { bearer, json, form, origin = here, cookies = jar } = {}) {
  const headers = { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
  if (bearer !== undefined) headers.authorization = `Bearer ${bearer}`
  if (json !== undefined) headers['content-type'] = 'application/json'
  const body = json === undefined ? form && new URLSearchParams(form) : JSON.stringify(json)
  const answer = await fetch(origin + path, { method, headers, body, redirect: 'manual' })
  for (const cookie of answer.headers.getSetCookie()) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)
    if (/max-age=0/i.test(cookie)) cookies.delete(name)
    else cookies.set(name, value)
  }
  return answer
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
async function status(expected, answer) {
  const { status } = await answer
  assert.equal(status, expected, await (await answer).clone().text())
  return answer
}
const codes = async () => {
  const answer = await fetch(`${emulator}/emulator/v1/projects/${PROJECT}/oobCodes`)
  return (await answer.json()).oobCodes
}
const encode = (part) => Buffer.from(JSON.stringify(part)).toString('base64url')
const unsigned = (claims) => `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`
const claimsOf = (token) => JSON.parse(Buffer.from(token.split('.')[1], 'base64url'))

await step('somebody new registers a company', async () => {
  const { user } = await createUserWithEmailAndPassword(auth, ANN.email, ANN.password)
  const bearer = await user.getIdToken()
  await status(404, ask('GET', `${IAM}/auth/login`, { bearer }))
  const json = { firstName: 'Ann', lastName: 'Tester', companyName: 'Freight', operatingCountry: 'NL' }
  await status(201, ask('POST', `${IAM}/auth`, { bearer, json }))
  assert(jar.has('token') && jar.has('sid'))
  await status(200, ask('GET', '/dashboard'))
})

await step('the login exchange opens a session that the page is rendered with', async () => {
  jar.clear()
  await signOut(auth)
  const { user } = await signInWithEmailAndPassword(auth, ANN.email, ANN.password)
  const bearer = await user.getIdToken()
  const { data } = await (await status(200, ask('GET', `${IAM}/auth/login`, { bearer }))).json()
  assert.equal(data.emailId, ANN.email)
  const page = await (await status(200, ask('GET', '/dashboard'))).text()
  assert(page.includes('Please verify your email'))
})

await step('its next token says whose inbox is the own one', async () => {
  const { claims } = await auth.currentUser.getIdTokenResult(true)
  const { data } = await (await status(200, ask('GET', `${IAM}/users-token`, { bearer: await auth.currentUser.getIdToken() }))).json()
  assert.equal(claims.waybill_user, data[0]._id)
  assert.equal(claims.company_id, data[0].companyId)
  console.log(`inbox ${claims.company_id}/general-notification/${claims.waybill_user}`)
})

await step('an address that was verified there is verified here', async () => {
  const user = auth.currentUser
  await sendEmailVerification(user)
  const mailed = (await codes()).find(({ requestType }) => requestType === 'VERIFY_EMAIL')
  await applyActionCode(auth, mailed.oobCode)
  await user.reload()
  const bearer = await user.getIdToken(true)
  const answer = await status(200, ask('GET', `${IAM}/users-token`, { bearer }))
  const { data } = await answer.json()
  assert.equal(data[0].emailVerified, true)
})

await step('the form without script signs in, and refuses in the same words', async () => {
  const cookies = new Map()
  const right = { email: ' Ann@waybill.test', password: ANN.password }
  const answer = await status(303, ask('POST', '/login', { form: right, cookies }))
  assert.equal(answer.headers.get('location'), '/dashboard')
  await status(200, ask('GET', '/dashboard', { cookies }))
  const seen = []
  for (const email of [ANN.email, 'nobody@waybill.test']) {
    const form = { email, password: 'wrong-anchor-42' }
    const text = await (await status(401, ask('POST', '/login', { form, cookies: new Map() }))).text()
    assert(!text.includes('wrong-anchor-42'))
    seen.push(text.replaceAll(email, '').match(/"detail":"[^"]*"/)[0])
  }
  assert.equal(seen[0], seen[1])
})

await step('a forgotten password is a mail of the provider', async () => {
  for (const emailId of [ANN.email, 'nobody@waybill.test']) {
    const answer = await ask('POST', `${IAM}/auth/reset-pwd`, { json: { emailId } })
    assert(answer.ok, await answer.text())
  }
  const mailed = (await codes()).filter(({ requestType }) => requestType === 'PASSWORD_RESET')
  assert.deepEqual(mailed.map(({ email }) => email), [ANN.email])
})

await step('wrong, expired, foreign and signed tokens are refused', async () => {
  const token = await auth.currentUser.getIdToken()
  const claims = claimsOf(token)
  await status(200, ask('GET', `${IAM}/auth/login`, { bearer: token, cookies: new Map() }))
  const now = Math.floor(Date.now() / 1000)
  const refused = {
    'of another project': unsigned({ ...claims, aud: 'other' }),
    'of another issuer': unsigned({ ...claims, iss: 'https://securetoken.google.com/other' }),
    expired: unsigned({ ...claims, iat: now - 7200, auth_time: now - 7200, exp: now - 3600 }),
    'for a day': unsigned({ ...claims, exp: claims.iat + 86_400 }),
    'of nobody': unsigned({ ...claims, sub: '' }),
    'signed with something': `${token}c2lnbmF0dXJl`,
    'with an algorithm': token.replace(/^[^.]*/, encode({ alg: 'HS256', typ: 'JWT' })),
    'no token': 'x',
  }
  for (const [name, bearer] of Object.entries(refused)) {
    const answer = await ask('GET', `${IAM}/auth/login`, { bearer, cookies: new Map() })
    assert.equal(answer.status, 401, name)
    assert.deepEqual(answer.headers.getSetCookie(), [], name)
  }
})

await step('an account that was disabled there opens nothing, whatever its token says', async () => {
  const bearer = await auth.currentUser.getIdToken()
  const disable = async (disableUser) => {
    const url = `${emulator}/identitytoolkit.googleapis.com/v1/projects/${PROJECT}/accounts:update`
    const body = JSON.stringify({ localId: auth.currentUser.uid, disableUser })
    const headers = { authorization: 'Bearer owner', 'content-type': 'application/json' }
    assert((await fetch(url, { method: 'POST', headers, body })).ok)
  }
  await disable(true)
  await status(401, ask('GET', `${IAM}/auth/login`, { bearer, cookies: new Map() }))
  await disable(false)
  await status(200, ask('GET', `${IAM}/auth/login`, { bearer, cookies: new Map() }))
})

await step('where the emulator is not trusted its tokens are worth nothing', async () => {
  const bearer = await auth.currentUser.getIdToken()
  for (const path of ['/auth/login', '/users-token']) {
    await status(401, ask('GET', IAM + path, { bearer, origin: strict, cookies: new Map() }))
  }
})

console.log('all steps passed')
process.exit()
