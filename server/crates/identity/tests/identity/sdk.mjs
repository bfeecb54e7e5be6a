// Drives the unmodified firebase SDK through a user's life, against the provider, or against the Auth emulator of
// firebase-tools, which shows that what is expected here is what Firebase does.
// Arguments: origin, entry of the SDK, and the directory of kept mails or `emulator`.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

import { deleteApp, initializeApp } from 'firebase/app'
const [origin, entry, mails] = process.argv.slice(2)
const isEmulator = mails === 'emulator'
const projectId = isEmulator ? 'demo-waybill' : 'waybill-embedded'
const {
  EmailAuthProvider,
  TotpMultiFactorGenerator,
  applyActionCode,
  checkActionCode,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  deleteUser,
  fetchSignInMethodsForEmail,
  getMultiFactorResolver,
  inMemoryPersistence,
  initializeAuth,
  multiFactor,
  reauthenticateWithCredential,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInAnonymously,
  signInWithEmailAndPassword,
  signOut,
  unlink,
  updatePassword,
  updateProfile,
  validatePassword,
  verifyBeforeUpdateEmail,
} = await import(entry)

const email = 'ann@example.test'
const password = 'correct horse battery'

const apps = []
function browser() {
  const app = initializeApp({ apiKey: 'embedded-test', projectId }, `browser-${apps.length}`)
  apps.push(app)
  const auth = initializeAuth(app, { persistence: inMemoryPersistence })
  connectAuthEmulator(auth, origin, { disableWarnings: true })
  return auth
}

async function refused(promise, code) {
  await assert.rejects(promise, (error) => {
    assert.equal(error.code, code)
    return true
  })
}

// What the emulator does otherwise, or not at all.
async function beyondTheEmulator(why, check) {
  if (!isEmulator) return check()
  console.log(`not asked of the emulator: ${why}`)
  return 'skipped'
}

const control = async (path) => assert.equal((await fetch(`${origin}/test/${path}`, { method: 'POST' })).status, 200)

async function administer(uid, change) {
  const answer = await fetch(`${origin}/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts:update`, {
    method: 'POST',
    headers: { Authorization: 'Bearer owner', 'Content-Type': 'application/json' },
    body: JSON.stringify({ localId: uid, ...change }),
  })
  assert.equal(answer.status, 200, await answer.text())
}

async function revoke(uid) {
  if (!isEmulator) return control(`revoke/${uid}`)
  // It counts in whole seconds: a sign-in of this very second would go on.
  await setTimeout(1100)
  return administer(uid, { validSince: String(Math.floor(Date.now() / 1000)) })
}

const disable = (uid) => (isEmulator ? administer(uid, { disableUser: true }) : control(`disable/${uid}`))

async function mailedCode(which = 0) {
  if (isEmulator) {
    const answer = await fetch(`${origin}/emulator/v1/projects/${projectId}/oobCodes`)
    return (await answer.json()).oobCodes.at(-1).oobCode
  }
  const file = (await readdir(mails)).sort().at(which)
  return new URL((await readFile(join(mails, file), 'utf8')).match(/^http\S+/m)[0]).searchParams.get('oobCode')
}

// RFC 6238, apart from the server's implementation.
async function appCode(secret, steps = 0) {
  const now = Number(await (await fetch(`${origin}/test/now`)).text())
  const bits = [...secret].map((char) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(char).toString(2).padStart(5, '0'))
  const key = Buffer.from(bits.join('').match(/.{8}/g).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigInt64BE(BigInt(Math.floor(now / 30) + steps))
  const mac = createHmac('sha1', key).update(counter).digest()
  const offset = mac[19] & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

async function challenged(auth, address, secretWord) {
  try {
    await signInWithEmailAndPassword(auth, address, secretWord)
  } catch (error) {
    assert.equal(error.code, 'auth/multi-factor-auth-required')
    return getMultiFactorResolver(auth, error)
  }
  return assert.fail('the password alone signed in')
}

const answer = (resolver, code) =>
  resolver.resolveSignIn(TotpMultiFactorGenerator.assertionForSignIn(resolver.hints[0].uid, code))

const steps = {
  async 'sign-up makes a user who is not anonymous'() {
    const auth = browser()
    const { user } = await createUserWithEmailAndPassword(auth, 'Ann@Example.test', password)
    assert.equal(auth.currentUser, user)
    assert.equal(user.email, email)
    assert.equal(user.isAnonymous, false)
    assert.equal(user.emailVerified, false)
    assert.equal(user.providerData[0].providerId, 'password')
    assert.ok(Math.abs(Date.parse(user.metadata.creationTime)) > 0)
    assert.ok(Math.abs(Date.parse(user.metadata.lastSignInTime)) > 0)
  },

  async 'sign-up refusals have the codes that the screens know'() {
    const auth = browser()
    await refused(createUserWithEmailAndPassword(auth, email, password), 'auth/email-already-in-use')
    await refused(createUserWithEmailAndPassword(auth, 'bob@example.test', 'short'), 'auth/weak-password')
    await beyondTheEmulator('a list of common passwords', () =>
      refused(createUserWithEmailAndPassword(auth, 'bob@example.test', 'password123'), 'auth/weak-password'),
    )
    await refused(createUserWithEmailAndPassword(auth, 'bob', password), 'auth/invalid-email')
    await refused(createUserWithEmailAndPassword(auth, 'bob@example.test', ''), 'auth/missing-password')
    await beyondTheEmulator('to let nobody in without a password', () =>
      refused(signInAnonymously(auth), 'auth/operation-not-allowed'),
    )
  },

  async 'sign-in tells neither which of the two is wrong'() {
    const auth = browser()
    await refused(signInWithEmailAndPassword(auth, email, 'wrong password'), 'auth/invalid-credential')
    await refused(signInWithEmailAndPassword(auth, 'nobody@example.test', password), 'auth/invalid-credential')
    const { user } = await signInWithEmailAndPassword(auth, email, password)
    assert.equal(user.email, email)
    await signOut(auth)
    assert.equal(auth.currentUser, null)
  },

  async 'a token is refreshed and carries the claims of production'() {
    const auth = browser()
    // Of several sign-ins within a second each but the first has a later one.
    await beyondTheEmulator('to turn its clock', () => control('advance/60'))
    const { user } = await signInWithEmailAndPassword(auth, email, password)
    const first = await user.getIdToken()
    const firstRefresh = user.refreshToken
    await beyondTheEmulator('to turn its clock, and refresh tokens that are good once', async () => {
      await control('advance/60')
      const second = await user.getIdToken(true)
      assert.notEqual(second, first)
      assert.notEqual(user.refreshToken, firstRefresh)
    })
    const { claims, signInProvider, authTime, issuedAtTime } = await user.getIdTokenResult()
    assert.equal(claims.sub, user.uid)
    assert.equal(claims.user_id, user.uid)
    assert.equal(claims.aud, projectId)
    assert.equal(claims.iss, `https://securetoken.google.com/${projectId}`)
    assert.equal(signInProvider, 'password')
    assert.equal(Date.parse(issuedAtTime) - Date.parse(authTime), isEmulator ? 0 : 60_000)
    for (let round = 0; round < 3; round++) await user.getIdToken(true)
  },

  async 'refreshes at once all succeed, and a stolen refresh token signs out whoever uses it and whoever owns it'() {
    const auth = browser()
    const { user } = await signInWithEmailAndPassword(auth, email, password)
    await beyondTheEmulator('refresh tokens that are good once, and to turn its clock', async () => {
      const stolen = user.refreshToken
      const exchange = async (refreshToken) => {
        const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken })
        const answer = await fetch(`${origin}/securetoken.googleapis.com/v1/token?key=embedded-test`, { method: 'POST', body })
        return { status: answer.status, body: await answer.json() }
      }
      const [mine, ...tabs] = await Promise.all([user.getIdToken(true), exchange(stolen), exchange(stolen), exchange(stolen)])
      assert.ok(mine)
      for (const { status, body } of tabs) {
        assert.equal(status, 200)
        assert.notEqual(body.refresh_token, stolen)
      }
      await user.getIdToken(true)
      await control('advance/11')
      const thief = await exchange(stolen)
      assert.equal(thief.status, 400)
      assert.equal(thief.body.error.message, 'TOKEN_EXPIRED')
      for (const { body } of tabs) assert.equal((await exchange(body.refresh_token)).body.error.message, 'TOKEN_EXPIRED')
      await refused(user.getIdToken(true), 'auth/user-token-expired')
      assert.equal(auth.currentUser, null, 'the SDK signs out by itself')
    })
    await signInWithEmailAndPassword(auth, email, password)
  },

  async 'a profile is updated, reloaded and seen by another browser'() {
    const auth = browser()
    const { user } = await signInWithEmailAndPassword(auth, email, password)
    await updateProfile(user, { displayName: 'Ann Example', photoURL: 'https://example.test/ann.png' })
    assert.equal(user.displayName, 'Ann Example')
    await user.reload()
    assert.equal(user.displayName, 'Ann Example')
    const other = await signInWithEmailAndPassword(browser(), email, password)
    assert.equal(other.user.displayName, 'Ann Example')
    assert.equal(other.user.photoURL, 'https://example.test/ann.png')
    await beyondTheEmulator('to clear a picture, as it refuses null', async () => {
      await updateProfile(other.user, { photoURL: null })
      await user.reload()
      assert.equal(user.photoURL, null)
    })
    assert.equal(user.displayName, 'Ann Example')
    await user.getIdToken(true)
    assert.equal((await user.getIdTokenResult()).claims.name, 'Ann Example')
  },

  async 'the password, which is the only way to sign in, cannot be unlinked'() {
    await beyondTheEmulator('to let nobody lock themselves out', async () => {
      const auth = browser()
      const { user } = await signInWithEmailAndPassword(auth, email, password)
      await refused(unlink(user, 'password'), 'auth/operation-not-allowed')
      await user.reload()
      assert.deepEqual(user.providerData.map(({ providerId }) => providerId), ['password'])
      await signInWithEmailAndPassword(browser(), email, password)
    })
  },

  async 'what only administrators may change is refused to the user itself'() {
    const { user } = await signInWithEmailAndPassword(browser(), email, password)
    const change = async (body) => {
      const answer = await fetch(`${origin}/identitytoolkit.googleapis.com/v1/accounts:update?key=embedded-test`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ idToken: await user.getIdToken(), ...body }),
      })
      return { status: answer.status, message: (await answer.json()).error?.message }
    }
    const notAllowed = { status: 400, message: 'OPERATION_NOT_ALLOWED' }
    assert.deepEqual(await change({ disableUser: true }), notAllowed)
    const { status } = await change({ customAttributes: '{"admin":true}' })
    assert.equal(status, 400)
    await beyondTheEmulator('to refuse what it passes over', async () => {
      assert.deepEqual(await change({ customAttributes: '{"admin":true}' }), notAllowed)
      assert.deepEqual(await change({ emailVerified: true }), notAllowed)
    })
    await user.reload()
    assert.equal(user.emailVerified, false)
    assert.equal((await user.getIdTokenResult(true)).claims.admin, undefined)
  },

  async 'an address is verified by the mailed code, once'() {
    const auth = browser()
    const { user } = await signInWithEmailAndPassword(auth, email, password)
    await sendEmailVerification(user, { url: `${origin}/settings/profile` })
    const code = await mailedCode()
    await applyActionCode(auth, code)
    await user.reload()
    assert.equal(user.emailVerified, true)
    await user.getIdToken(true)
    assert.equal((await user.getIdTokenResult()).claims.email_verified, true)
    await refused(applyActionCode(auth, code), 'auth/invalid-action-code')
    await beyondTheEmulator('to know its own origin', () =>
      refused(sendEmailVerification(user, { url: 'https://evil.test/' }), 'auth/invalid-continue-uri'),
    )
  },

  async 'an address changes by the code that was mailed to the new one'() {
    await beyondTheEmulator('to end the sign-ins of an old address', async () => {
      const { user } = await createUserWithEmailAndPassword(browser(), 'carl@example.test', password)
      await verifyBeforeUpdateEmail(user, 'carl@new.example.test')
      const auth = browser()
      await applyActionCode(auth, await mailedCode(-1))
      await refused(user.reload(), 'auth/user-token-expired')
      const again = await signInWithEmailAndPassword(auth, 'carl@new.example.test', password)
      assert.equal(again.user.email, 'carl@new.example.test')
      assert.equal(again.user.emailVerified, true)
      await refused(verifyBeforeUpdateEmail(again.user, email), 'auth/email-already-in-use')
    })
  },

  async 'a link for a new password is asked for alike, whether or not the address is known'() {
    const auth = browser()
    await sendPasswordResetEmail(auth, email)
    await sendPasswordResetEmail(auth, 'nobody@example.test')
    await beyondTheEmulator('to look at the address', () =>
      refused(sendPasswordResetEmail(auth, 'bob'), 'auth/invalid-email'),
    )
  },

  async 'the password policy is the one that is enforced'() {
    if (isEmulator) return beyondTheEmulator('its password policy, which it does not have')
    const auth = browser()
    assert.equal((await validatePassword(auth, 'seven77')).isValid, false)
    const status = await validatePassword(auth, 'eight888')
    assert.equal(status.isValid, true)
    assert.equal(status.passwordPolicy.customStrengthOptions.minPasswordLength, 8)
  },

  async 'a new password wants a recent sign-in and ends the other sign-ins'() {
    const auth = browser()
    const { user } = await signInWithEmailAndPassword(auth, email, password)
    const other = browser()
    const otherUser = (await signInWithEmailAndPassword(other, email, password)).user
    await beyondTheEmulator('to turn its clock', async () => {
      await control('advance/360')
      await refused(updatePassword(user, 'another horse battery'), 'auth/requires-recent-login')
    })
    await reauthenticateWithCredential(user, EmailAuthProvider.credential(email, password))
    await updatePassword(user, 'another horse battery')
    await user.reload()
    await user.getIdToken(true)
    await beyondTheEmulator('to end sign-ins with the password, as Firebase itself does', async () => {
      await refused(otherUser.getIdToken(true), 'auth/user-token-expired')
      assert.equal(other.currentUser, null, 'the SDK signs out by itself')
    })
    await refused(signInWithEmailAndPassword(other, email, password), 'auth/invalid-credential')
    await signInWithEmailAndPassword(other, email, 'another horse battery')
  },

  async 'what a link is for can be asked without using it up'() {
    const auth = browser()
    const { user } = await createUserWithEmailAndPassword(auth, 'fred@example.test', password)
    await sendEmailVerification(user)
    const code = await mailedCode(-1)
    const info = await checkActionCode(auth, code)
    assert.equal(info.operation, 'VERIFY_EMAIL')
    assert.equal(info.data.email, 'fred@example.test')
    await applyActionCode(auth, code)
    await refused(checkActionCode(auth, code), 'auth/invalid-action-code')
  },

  async 'whether an address signs in, and how, is not told'() {
    const auth = browser()
    assert.deepEqual(await fetchSignInMethodsForEmail(auth, email), [])
    assert.deepEqual(await fetchSignInMethodsForEmail(auth, 'nobody@example.test'), [])
    await beyondTheEmulator('to look at the address', () =>
      refused(fetchSignInMethodsForEmail(auth, 'bob'), 'auth/invalid-email'),
    )
  },

  async 'an authenticator app is set up, asked for, and removed'() {
    if (isEmulator) return beyondTheEmulator('for authenticator apps, as it knows phones alone')
    const eve = 'eve@example.test'
    const auth = browser()
    const { user } = await createUserWithEmailAndPassword(auth, eve, password)
    const factors = multiFactor(user)
    const setUp = async () => TotpMultiFactorGenerator.generateSecret(await factors.getSession())
    await refused(setUp(), 'auth/unverified-email')
    await sendEmailVerification(user)
    await applyActionCode(auth, await mailedCode(-1))
    await user.reload()

    const secret = await setUp()
    assert.match(secret.secretKey, /^[A-Z2-7]{32}$/)
    assert.equal(secret.codeLength, 6)
    assert.equal(secret.codeIntervalSeconds, 30)
    assert.equal(secret.hashingAlgorithm, 'SHA1')
    const enrol = async (code) => factors.enroll(TotpMultiFactorGenerator.assertionForEnrollment(secret, code), 'phone app')
    const right = await appCode(secret.secretKey)
    await refused(enrol(String((Number(right) + 1) % 1_000_000).padStart(6, '0')), 'auth/invalid-verification-code')
    const other = await signInWithEmailAndPassword(browser(), eve, password)
    await enrol(right)
    assert.equal(factors.enrolledFactors.length, 1)
    assert.equal(factors.enrolledFactors[0].factorId, 'totp')
    assert.equal(factors.enrolledFactors[0].displayName, 'phone app')
    assert.equal((await user.getIdTokenResult()).signInSecondFactor, 'totp')
    await refused(other.user.getIdToken(true), 'auth/user-token-expired')
    await refused(setUp(), 'auth/second-factor-already-in-use')

    const info = await checkActionCode(auth, await mailedCode(-1))
    assert.equal(info.operation, 'REVERT_SECOND_FACTOR_ADDITION')
    assert.equal(info.data.multiFactorInfo.displayName, 'phone app')

    const second = browser()
    const resolver = await challenged(second, eve, password)
    assert.equal(resolver.hints[0].factorId, 'totp')
    assert.equal(resolver.hints[0].displayName, 'phone app')
    await refused(answer(resolver, right), 'auth/invalid-verification-code')
    const next = await appCode(secret.secretKey, 1)
    const signedIn = (await answer(resolver, next)).user
    await signedIn.getIdToken(true)
    assert.equal((await signedIn.getIdTokenResult()).signInSecondFactor, 'totp')
    await control('advance/30')
    await refused(answer(resolver, await appCode(secret.secretKey, 1)), 'auth/invalid-multi-factor-session')

    await control('advance/360')
    await refused(multiFactor(signedIn).unenroll(resolver.hints[0]), 'auth/requires-recent-login')
    const again = browser()
    const fresh = (await answer(await challenged(again, eve, password), await appCode(secret.secretKey))).user
    await multiFactor(fresh).unenroll(resolver.hints[0])
    assert.equal(multiFactor(fresh).enrolledFactors.length, 0)
    await signInWithEmailAndPassword(browser(), eve, password)
  },

  async 'an account is deleted by its owner, who signed in just now'() {
    const gone = 'gert@example.test'
    const auth = browser()
    const { user } = await createUserWithEmailAndPassword(auth, gone, password)
    const other = await signInWithEmailAndPassword(browser(), gone, password)
    await beyondTheEmulator('to turn its clock', async () => {
      await control('advance/360')
      await refused(deleteUser(user), 'auth/requires-recent-login')
      await reauthenticateWithCredential(user, EmailAuthProvider.credential(gone, password))
    })
    await deleteUser(user)
    assert.equal(auth.currentUser, null)
    await refused(other.user.reload(), 'auth/user-token-expired')
    await refused(signInWithEmailAndPassword(auth, gone, password), 'auth/invalid-credential')
    await createUserWithEmailAndPassword(auth, gone, password)
  },

  async 'a revoked user is signed out at the next use'() {
    const auth = browser()
    const { user } = await signInWithEmailAndPassword(auth, email, 'another horse battery')
    await revoke(user.uid)
    await refused(user.reload(), 'auth/user-token-expired')
    assert.equal(auth.currentUser, null)
  },

  async 'a locked account is told to wait'() {
    if (isEmulator) return beyondTheEmulator('to lock accounts, which it does not')
    const auth = browser()
    for (let round = 0; round < 10; round++) {
      await refused(signInWithEmailAndPassword(auth, 'nobody2@example.test', 'wrong password'), 'auth/invalid-credential')
    }
    await refused(signInWithEmailAndPassword(auth, 'nobody2@example.test', 'wrong password'), 'auth/too-many-requests')
  },

  async 'a disabled user is signed out and cannot come back'() {
    const auth = browser()
    const { user } = await createUserWithEmailAndPassword(auth, 'carl@example.test', password)
    await disable(user.uid)
    await refused(user.getIdToken(true), 'auth/user-disabled')
    assert.equal(auth.currentUser, null)
    await refused(signInWithEmailAndPassword(auth, 'carl@example.test', password), 'auth/user-disabled')
  },

  // The last step: nothing comes after it.
  async 'a provider without its storage signs nobody out'() {
    if (isEmulator) return beyondTheEmulator('to lose its storage, as it has none')
    const auth = browser()
    const { user } = await createUserWithEmailAndPassword(auth, 'dora@example.test', password)
    await control('close')
    await refused(user.reload(), 'auth/network-request-failed')
    await refused(user.getIdToken(true), 'auth/network-request-failed')
    await refused(signInWithEmailAndPassword(browser(), email, password), 'auth/network-request-failed')
    assert.equal(auth.currentUser, user)
  },
}

for (const [name, step] of Object.entries(steps)) {
  try {
    if ((await step()) !== 'skipped') console.log(`passed: ${name}`)
  } catch (error) {
    console.log(`FAILED: ${name}`)
    throw error
  }
}
await Promise.all(apps.map((app) => deleteApp(app)))
console.log('all steps passed')
