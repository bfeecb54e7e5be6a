// Drives the unmodified firebase SDK through everything that pages do with the realtime database, and more.
// Argument: address of the server.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { setTimeout } from 'node:timers/promises'

import {
  endAt,
  endBefore,
  equalTo,
  get,
  goOffline,
  goOnline,
  increment,
  limitToFirst,
  limitToLast,
  off,
  onChildAdded,
  onChildChanged,
  onChildMoved,
  onChildRemoved,
  onDisconnect,
  onValue,
  orderByChild,
  orderByKey,
  orderByPriority,
  orderByValue,
  push,
  query,
  remove,
  runTransaction,
  serverTimestamp,
  set,
  setPriority,
  setWithPriority,
  startAfter,
  startAt,
  update,
} from 'firebase/database'

import { browser, run, until, value } from './browser.mjs'

const [address] = process.argv.slice(2)
const INBOX = 'co1/general-notification/ann'

const page = (uid = 'ann', life) => browser(address, uid, life)

async function server(path, json) {
  const answer = await fetch(`http://${address}/test/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(json),
  })
  assert.equal(answer.status, 200)
}
const put = (path, json) => server(`put/${path}`, json)

async function denied(promise) {
  await assert.rejects(promise, (error) => /permission.denied/i.test(error.message) || error.code === 'PERMISSION_DENIED')
}

/** Everything that a query's listeners are told. */
function heard(query) {
  const events = []
  const note = (kind) => (snapshot) => events.push(`${kind} ${snapshot.key}`)
  onChildAdded(query, note('added'))
  onChildChanged(query, note('changed'))
  onChildRemoved(query, note('removed'))
  onChildMoved(query, note('moved'))
  return events
}

const records = (...statuses) =>
  Object.fromEntries(statuses.map((status, index) => [`n0${index + 1}`, { status, t: index + 1 }]))

const steps = {
  async 'the unread query hears additions, removals and changes as in Firebase'() {
    await put(INBOX, records('loaded', 'loaded', 'new', 'new', 'new', 'new', 'new', 'new'))
    const { at } = page()
    const unread = query(at(INBOX), orderByChild('status'), startAt('new'), limitToFirst(5))
    const events = heard(unread)
    await until(() => events.length === 5, () => events)
    assert.deepEqual(events, ['added n03', 'added n04', 'added n05', 'added n06', 'added n07'])
    events.length = 0
    await update(at(`${INBOX}/n03`), { status: 'loaded' })
    await until(() => events.length === 2, () => events)
    assert.deepEqual(events.toSorted(), ['added n08', 'removed n03'])
    events.length = 0
    await put(`${INBOX}/n06/text`, 'hi')
    await until(() => events.length === 1, () => events)
    assert.deepEqual(events, ['changed n06'])
    events.length = 0
    await put(`${INBOX}/n01/text`, 'outside of the window')
    await put(`${INBOX}/n00`, { status: 'new' })
    await until(() => events.length === 2, () => events)
    assert.deepEqual(events.toSorted(), ['added n00', 'removed n08'])
    assert.deepEqual(Object.keys((await get(unread)).val()), ['n00', 'n04', 'n05', 'n06', 'n07'])
  },

  async 'the plain path hears the change to loaded, by whoever made it'() {
    await put(INBOX, records('new', 'new'))
    const [one, other] = [page(), page()]
    const events = [heard(one.at(INBOX)), heard(other.at(INBOX))]
    await until(() => events.every((it) => it.length === 2), () => events)
    for (const list of events) list.length = 0
    await set(one.at(`${INBOX}/n01/status`), 'loaded')
    assert.deepEqual(events[0], ['changed n01'], 'the push came before the answer, and once')
    await until(() => events[1].length === 1, () => events)
    assert.deepEqual(events[1], ['changed n01'])
  },

  async 'an own write does not flicker'() {
    const { at } = page()
    await put('co1/box/flicker', { a: 1 })
    const seen = []
    onValue(at('co1/box/flicker'), (snapshot) => seen.push(JSON.stringify(snapshot.val())))
    await until(() => seen.length === 1)
    for (let n = 2; n < 12; n++) await set(at('co1/box/flicker/a'), n)
    assert.deepEqual(seen, Array.from({ length: 11 }, (_, n) => `{"a":${n + 1}}`))
    const limited = query(at('co1/box/list'), orderByKey(), limitToLast(2))
    await put('co1/box/list', { a: 1, b: 2 })
    const lists = []
    onValue(limited, (snapshot) => lists.push(JSON.stringify(snapshot.val())))
    await until(() => lists.length === 1)
    await set(at('co1/box/list/c'), 3)
    assert.deepEqual(lists, ['{"a":1,"b":2}', '{"b":2,"c":3}'])
  },

  async 'two racing transactions end at plus two'() {
    await put('co1/ctr/n', 41)
    const pages = [page(), page()]
    const results = await Promise.all(pages.map(({ at }) => runTransaction(at('co1/ctr/n'), (n) => (n ?? 0) + 1)))
    assert.ok(results.every((it) => it.committed))
    assert.equal((await get(pages[0].at('co1/ctr/n'))).val(), 43)
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, n) => runTransaction(pages[n % 2].at('co1/ctr/many'), (it) => (it ?? 0) + 1)),
    )
    assert.ok(all.every((it) => it.committed))
    assert.equal((await get(pages[1].at('co1/ctr/many'))).val(), 20)
    const stopped = await runTransaction(pages[0].at('co1/ctr/n'), () => undefined)
    assert.equal(stopped.committed, false)
  },

  async 'a transaction finds what it read, whatever it is'() {
    const values = [0, 41, -1.5, 1e21, 0.1 + 0.2, 5e-324, 1.7976931348623157e308, 123456789.12345679, true, false, 'new', 'é😀']
    values.push(records('new'), ['a', 'b'], { n: 42, f: 1.5, s: 'é😀', b: true, z: { 10: 1, 2: 2, a: 'x' } })
    for (let n = 0; n < 200; n++) values.push(Math.random() * 10 ** Math.floor(Math.random() * 40 - 20))
    const { at } = page()
    for (const before of values) {
      await put('co1/ctr/any', before)
      let attempts = 0
      const stop = onValue(at('co1/ctr/any'), () => {})
      await value(at('co1/ctr/any'), before)
      const done = await runTransaction(at('co1/ctr/any'), (it) => (attempts++, { was: it }))
      stop()
      assert.ok(done.committed)
      assert.equal(attempts, 1, `the hash of ${JSON.stringify(before)} is another here`)
    }
  },

  async 'forty thousand characters go both ways'() {
    const [one, other] = [page(), page()]
    for (const text of ['x'.repeat(40_001), 'é€'.repeat(20_000), 'x'.repeat(16_384)]) {
      await set(one.at('co1/box/large'), text)
      await value(other.at('co1/box/large'), text)
      assert.equal((await get(other.at('co1/box/large'))).val(), text)
    }
    // The SDK itself cuts between the halves of a surrogate pair and so loses both; what it is sent is cut elsewhere.
    for (const text of ['é😀'.repeat(20_000), `x${'😀'.repeat(16_384)}`]) {
      await put('co1/box/large', text)
      await value(other.at('co1/box/large'), text)
    }
  },

  async 'what is too large is refused and the socket goes on'() {
    const { at } = page()
    await set(at('co1/box/small'), 1)
    await assert.rejects(set(at('co1/box/small'), 'x'.repeat(3_000_000)), /too.(big|large)/i)
    assert.equal((await get(at('co1/box/small'))).val(), 1)
    await set(at('co1/box/small'), 'x'.repeat(900_000))
  },

  async 'server values are filled in once'() {
    const { at } = page()
    await put('co1/box/values', { cnt: 40 })
    await update(at('co1/box/values'), { seen: serverTimestamp(), cnt: increment(2), fresh: increment(1), 'deep/n': increment(0.5) })
    const { seen, ...rest } = (await get(at('co1/box/values'))).val()
    assert.deepEqual(rest, { cnt: 42, fresh: 1, deep: { n: 0.5 } })
    assert.ok(Math.abs(seen - Date.now()) < 60_000)
    const offset = await new Promise((resolve) => onValue(at('.info/serverTimeOffset'), (snapshot) => resolve(snapshot.val())))
    assert.ok(Math.abs(offset) < 60_000)
  },

  async 'several paths are one write, and a pushed child has a key that sorts last'() {
    const [one, other] = [page(), page()]
    await put('co1/box/multi', { a: { x: 1 }, b: 2 })
    const seen = []
    onValue(other.at('co1/box/multi'), (snapshot) => seen.push(snapshot.val()))
    await until(() => seen.length === 1)
    await update(one.at('co1/box'), { 'multi/a/x': 5, 'multi/b': null, 'multi/c/d': 'deep' })
    await until(() => seen.length === 2, () => seen)
    assert.deepEqual(seen[1], { a: { x: 5 }, c: { d: 'deep' } })
    const pushed = push(one.at('co1/box/multi'), { last: true })
    await pushed
    await until(() => Object.keys(seen.at(-1)).at(-1) === 'c' && seen.at(-1)[pushed.key]?.last === true, () => seen)
    assert.ok(pushed.key < `${push(one.at('co1/box/multi')).key}`)
    await remove(pushed)
    await remove(one.at('co1/box/multi'))
    assert.equal((await get(one.at('co1/box/multi'))).exists(), false)
  },

  async 'every order and range selects what the SDK itself would select'() {
    const data = {
      10: { v: 3 }, 2: { v: 'b' }, 'é': { v: true }, a: { v: null, w: 1 }, b: { v: 2.5 }, c: { v: 'a' }, d: { v: { x: 1 } }, e: { v: false },
    }
    await put('co1/box/orders', data)
    await put('co1/box/scalars', { a: 3, b: 'x', c: true, d: 3 })
    const [whole, queried] = [page(), page()]
    // Who has the whole path listens to nothing else: the SDK filters by itself.
    onValue(whole.at('co1/box/orders'), () => {})
    onValue(whole.at('co1/box/scalars'), () => {})
    await value(whole.at('co1/box/scalars'), { a: 3, b: 'x', c: true, d: 3 })
    const children = [
      [orderByChild('v'), startAt(2)], [orderByChild('v'), startAt(null), endAt('a')], [orderByChild('v'), equalTo('a')],
      [orderByChild('v'), startAfter(2.5)], [orderByChild('v'), endBefore('b')], [orderByChild('v'), limitToFirst(3)],
      [orderByChild('v'), limitToLast(3)], [orderByChild('v/x'), limitToLast(1)], [orderByChild('v'), equalTo(true)],
      [orderByKey(), startAt('2'), endAt('b')], [orderByKey(), startAfter('10')], [orderByKey(), limitToFirst(2)],
      [orderByKey(), equalTo('c')], [orderByChild('v'), startAt(false), limitToFirst(2)], [limitToLast(2)],
    ]
    const scalars = [[orderByValue(), startAt(3)], [orderByValue(), equalTo(3)], [orderByValue(), equalTo(3, 'd')], [orderByValue(), limitToLast(1)]]
    const all = [...children.map((it) => ['co1/box/orders', it]), ...scalars.map((it) => ['co1/box/scalars', it])]
    for (const [path, constraints] of all) {
      const keys = async (page) => {
        const list = []
        ;(await get(query(page.at(path), ...constraints))).forEach((child) => void list.push(child.key))
        return list
      }
      const expected = await keys(whole)
      assert.deepEqual(await keys(queried), expected, JSON.stringify(constraints))
      const listened = query(queried.at(path), ...constraints)
      let told
      const stop = onValue(listened, (snapshot) => {
        told = []
        snapshot.forEach((child) => void told.push(child.key))
      })
      await until(() => told !== undefined)
      stop()
      assert.deepEqual(told, expected)
    }
  },

  async 'priorities order, and are written alone'() {
    const [one, other] = [page(), page()]
    await set(one.at('co1/box/ranked'), null)
    await setWithPriority(one.at('co1/box/ranked/a'), 'first', 2)
    await setWithPriority(one.at('co1/box/ranked/b'), { x: 1 }, 'text')
    await setWithPriority(one.at('co1/box/ranked/c'), 'third', 1)
    const keys = []
    onChildAdded(query(other.at('co1/box/ranked'), orderByPriority(), startAt(1)), (snapshot) => keys.push(snapshot.key))
    await until(() => keys.length === 3, () => keys)
    assert.deepEqual(keys, ['c', 'a', 'b'])
    await setPriority(one.at('co1/box/ranked/b'), 0)
    const snapshot = await get(other.at('co1/box/ranked'))
    assert.equal(snapshot.child('b').priority, 0)
    assert.deepEqual(snapshot.child('b').val(), { x: 1 })
    const done = await runTransaction(one.at('co1/box/ranked/a'), (it) => `${it}!`)
    assert.equal(done.snapshot.val(), 'first!')
  },

  async 'what is left to be done is done when the page goes'() {
    const [one, other] = [page(), page()]
    await put('co1/presence', { ann: true, kept: true, list: { a: 1, b: 1 } })
    await onDisconnect(one.at('co1/presence/ann')).set(false)
    await onDisconnect(one.at('co1/presence/seen')).set(serverTimestamp())
    await onDisconnect(one.at('co1/presence/list')).update({ a: 2 })
    await onDisconnect(one.at('co1/presence/kept')).remove()
    await onDisconnect(one.at('co1/presence/kept')).cancel()
    await denied(onDisconnect(one.at('co2/presence')).set(1))
    const seen = []
    onValue(other.at('co1/presence'), (snapshot) => seen.push(snapshot.val()))
    await until(() => seen.length === 1)
    goOffline(one.database)
    await until(() => seen.at(-1).ann === false && seen.at(-1).list.a === 2 && seen.at(-1).seen, () => seen)
    assert.equal(seen.at(-1).kept, true)
    assert.equal(seen.at(-1).list.b, 1)
  },

  async 'what belongs to somebody else is denied'() {
    await put('co1/general-notification/bob', records('new'))
    await put(INBOX, records('new'))
    const { at } = page()
    for (const path of ['co1/general-notification/bob', 'co1/general-notification/nobody', 'co1/general-notification', 'co1', '/', 'co2/x']) {
      await denied(get(at(path)))
      await denied(new Promise((resolve, reject) => onValue(at(path), resolve, reject)))
      await denied(set(at(path), 1))
      await denied(runTransaction(at(path), () => 1))
    }
    await denied(update(at(`${INBOX}/n01`), { status: 'archived' }))
    await denied(update(at(`${INBOX}/n01`), { title: 'x' }))
    await denied(remove(at(`${INBOX}/n01`)))
    await denied(set(at(`${INBOX}/n09/status`), 'new'))
    await denied(push(at(INBOX), { status: 'new' }))
    const anonymous = page(null)
    await denied(get(anonymous.at(INBOX)))
    assert.deepEqual((await get(at(INBOX))).val(), records('new'))
  },

  async 'whoever becomes somebody else loses the listens that are not theirs'() {
    await put(INBOX, records('new'))
    const { at, user } = page()
    const lost = []
    const unread = query(at(INBOX), orderByChild('status'), startAt('new'), limitToFirst(10))
    const kept = []
    onValue(at('co1/box/kept'), (snapshot) => kept.push(snapshot.val()), (error) => lost.push(`kept ${error.code}`))
    onValue(unread, () => {}, (error) => lost.push(error.code))
    await value(at('co1/box/other'), null)
    await until(() => kept.length === 1)
    user.become('bob')
    await until(() => lost.length === 1, () => lost)
    assert.deepEqual(lost, ['PERMISSION_DENIED'])
    await put('co1/box/kept', 2)
    await until(() => kept.at(-1) === 2, () => kept)
    await put('co1/box/kept', null)
    user.become(null)
    await until(() => lost.length === 2, () => lost)
  },

  async 'an ended session is told, and the page comes back with a new token and all listens'() {
    await put(INBOX, records('new'))
    const { at, user } = page()
    const connected = []
    onValue(at('.info/connected'), (snapshot) => connected.push(snapshot.val()))
    const seen = []
    onValue(at(INBOX), (snapshot) => seen.push(Object.keys(snapshot.val() ?? {}).length))
    await until(() => seen.length === 1)
    connected.length = 0
    await server(`end/${user.session}`, {})
    await until(() => connected.length === 2, () => connected)
    assert.deepEqual(connected, [false, true])
    assert.equal(user.refreshes, 1)
    await put(`${INBOX}/n02`, { status: 'new' })
    await until(() => seen.at(-1) === 2, () => seen)
  },

  async 'a page that names another database is told so, and does not come back'() {
    const [host, port] = address.split(':')
    let connections = 0
    const proxy = createServer((near) => {
      connections++
      const far = connect(port, host)
      const end = () => [near, far].forEach((socket) => socket.destroy())
      near.on('error', end).on('close', end).pipe(far)
      far.on('error', end).on('close', end).pipe(near)
    }).listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    const warnings = []
    const { warn } = console
    console.warn = (...words) => warnings.push(words.join(' '))
    try {
      const { at } = browser(`127.0.0.1:${proxy.address().port}`, 'ann', 3600, 'other')
      onValue(at(INBOX), () => assert.fail('there is nothing to hear'))
      await until(() => warnings.length === 1, () => warnings)
      assert.match(warnings[0], /There is no such database/)
      // The SDK's first attempt to come back is made after about a second.
      await setTimeout(3000)
      assert.equal(connections, 1)
    } finally {
      console.warn = warn
      proxy.close()
    }
  },

  async 'an expired token is renewed and everything goes on'() {
    const { at, user } = page('ann', 2)
    const seen = []
    onValue(at('co1/box/life'), (snapshot) => seen.push(snapshot.val()))
    await until(() => seen.length === 1)
    await until(() => user.refreshes === 1, () => user.refreshes)
    await put('co1/box/life', 'goes on')
    await until(() => seen.at(-1) === 'goes on', () => seen)
  },

  async 'a page that comes back has what it missed and does what it could not'() {
    const [one, other] = [page(), page()]
    await put('co1/box/back', { a: 1 })
    const seen = []
    onValue(one.at('co1/box/back'), (snapshot) => seen.push(snapshot.val()))
    await until(() => seen.length === 1)
    goOffline(one.database)
    const queued = update(one.at('co1/box/back'), { mine: 1 })
    await set(other.at('co1/box/back/theirs'), 2)
    goOnline(one.database)
    await queued
    await until(() => seen.at(-1).theirs === 2, () => seen)
    assert.deepEqual(seen.at(-1), { a: 1, mine: 1, theirs: 2 })
    off(one.at('co1/box/back'))
  },
}

await run(steps)
