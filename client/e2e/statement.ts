/**
 * A statement of the superuser in a cluster of tests, in as much of PostgreSQL's own protocol as that takes: the cluster trusts
 * anyone who reaches its socket, and not every package of the server brings `psql`.
 */
import { once } from "node:events"
import { createConnection } from "node:net"
import path from "node:path"

/** 3.0 */
const PROTOCOL = 196_608

/** Runs it in the database `postgres` of the server with this socket folder; rejects with what the server refuses. */
export async function statement(socket: string, sql: string): Promise<void> {
  const connection = createConnection(path.join(socket, ".s.PGSQL.5432"))
  const version = Buffer.alloc(4)
  version.writeInt32BE(PROTOCOL)
  const who = Buffer.from("user\0postgres\0database\0postgres\0\0")
  connection.write(withLength(Buffer.concat([version, who])))
  let received = Buffer.alloc(0)
  let isAsked = false
  let refusal: string | null = null
  connection.on("data", (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    // A letter, and a length that counts itself.
    while (received.length >= 5 && received.length > received.readInt32BE(1)) {
      const end = 1 + received.readInt32BE(1)
      const kind = String.fromCodePoint(received[0] ?? 0)
      if (kind === "E") refusal = received.toString("utf8", 5, end).replaceAll("\0", " ")
      if (kind === "Z" && isAsked) connection.end("X\0\0\0\u0004")
      if (kind === "Z" && !isAsked) {
        isAsked = true
        connection.write(Buffer.concat([Buffer.from("Q"), withLength(Buffer.from(`${sql}\0`))]))
      }
      received = received.subarray(end)
    }
  })
  await once(connection, "close")
  if (refusal !== null) throw new Error(`${sql}: ${String(refusal)}`)
}

function withLength(content: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(content.length + 4)
  return Buffer.concat([length, content])
}
