/** What an authenticator app shows (RFC 6238), worked out apart from the server. */
import { createHmac } from "node:crypto"
import { setTimeout } from "node:timers/promises"

const PERIOD_S = 30
/** How long a code has to be good for, so that it still is when the server checks it: the longest wait for an event. */
const NEEDED_S = 15
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

/** An app with this key. No code of it is given twice, as the server takes none twice. */
export function authenticator(key: string) {
  let last = 0
  return {
    /** A code that the server takes at this moment; waits for the next one where all were given. */
    async code(): Promise<string> {
      // The server's clock may be one step off, so the step before is good as well, until this one ends.
      const step = Math.max(last + 1, secondsLeft() > NEEDED_S ? now() - 1 : now())
      while (now() + 1 < step) await setTimeout(500)
      last = step
      return codeOf(key, step)
    },
  }
}

function now(): number {
  return Math.floor(Date.now() / 1000 / PERIOD_S)
}

/** Until the present step ends. */
function secondsLeft(): number {
  return PERIOD_S - ((Date.now() / 1000) % PERIOD_S)
}

function codeOf(key: string, step: number): string {
  const bits = Array.from(key, (char) => ALPHABET.indexOf(char).toString(2).padStart(5, "0"))
  const bytes = bits.join("").match(/.{8}/gu) ?? []
  const secret = Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigInt64BE(BigInt(step))
  const mac = createHmac("sha1", secret).update(counter).digest()
  const number = mac.readUInt32BE(mac.readUInt8(19) % 16) % 2 ** 31
  return String(number % 1_000_000).padStart(6, "0")
}
