// A page that lives through the death of its server. Argument: address of the server.
import assert from 'node:assert/strict'

import { get, onValue, set } from 'firebase/database'

import { browser, run, until } from './browser.mjs'

const [address] = process.argv.slice(2)

await run({
  async 'the page comes back, its queued write is acknowledged, and what was acknowledged is there'() {
    const { at } = browser(address, 'ann')
    const connected = []
    onValue(at('.info/connected'), (snapshot) => connected.push(snapshot.val()))
    const seen = []
    onValue(at('co1/box/n'), (snapshot) => seen.push(snapshot.val()))
    for (let n = 0; n < 20; n++) await set(at('co1/box/n'), n)
    await until(() => connected.at(-1) === true)
    connected.length = 0
    console.log('ready to be killed')
    await until(() => connected.includes(false), () => connected)
    assert.equal(seen.at(-1), 19)
    const queued = set(at('co1/box/queued'), 'while it was away')
    await queued
    await until(() => connected.at(-1) === true, () => connected)
    assert.equal((await get(at('co1/box/n'))).val(), 19)
    assert.equal((await get(at('co1/box/queued'))).val(), 'while it was away')
    await set(at('co1/box/n'), 20)
    await until(() => seen.at(-1) === 20, () => seen)
  },
})
