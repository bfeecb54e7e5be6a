/** A mail server for tests: it takes mails over SMTP (RFC 5321), refuses mailboxes that it is told to, and remembers the rest. */
import { createServer } from "node:net"
import type { AddressInfo, Socket } from "node:net"

interface Taken {
  /** Whom the envelope names. */
  to: readonly string[]
  /** The mail, quoted-printable undone where it is so. */
  text: string
}

export interface Mailboxes {
  /** For the configuration of a server. */
  config: string
  taken: readonly Taken[]
  /** Mailboxes that are full: an address that does not exist would get no more mail. */
  refused: Set<string>
  stop: () => void
}

export async function startMailboxes(): Promise<Mailboxes> {
  const taken: Taken[] = []
  const refused = new Set<string>()
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on("close", () => sockets.delete(socket))
    // A peer that hangs up is no failure of a test.
    socket.on("error", () => socket.destroy())
    talk(socket, refused, (mail) => taken.push(mail))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve)
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens at a port
  const { port } = server.address() as AddressInfo
  return {
    config: `[mail]\nsmtp_url = "smtp://127.0.0.1:${String(port)}"\n`,
    taken,
    refused,
    stop: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

function talk(socket: Socket, refused: ReadonlySet<string>, take: (mail: Taken) => void): void {
  let to: string[] = []
  let lines: string[] | null = null
  let rest = ""
  const say = (line: string) => socket.write(`${line}\r\n`)
  const hear = (line: string) => {
    if (lines !== null) {
      if (line === ".") {
        take({ to, text: decoded(lines.join("\n")) })
        lines = null
        to = []
        say("250 taken")
      } else lines.push(line.startsWith("..") ? line.slice(1) : line)
      return
    }
    const address = /^RCPT TO:<([^>]*)>/u.exec(line)?.[1]
    if (line.startsWith("EHLO")) say("250-mailboxes.example\r\n250 8BITMIME")
    else if (address !== undefined && refused.has(address)) say("552 5.2.2 mailbox full")
    else if (line === "DATA") {
      lines = []
      say("354 go on")
    } else {
      if (address !== undefined) to.push(address)
      if (line.startsWith("MAIL") || line === "RSET") to = []
      say("250 ok")
    }
  }
  say("220 mailboxes.example")
  socket.on("data", (part) => {
    const all = (rest + part.toString("utf8")).split("\r\n")
    rest = all.pop() ?? ""
    for (const line of all) hear(line)
  })
}

/** RFC 2045 section 6.7, in each part that says so: in another, `=` is part of a link. */
function decoded(text: string): string {
  const parts = text.split(/^(?=--)/mu)
  const bytes = parts.map((part) =>
    /^content-transfer-encoding: quoted-printable/imu.test(part) ? unquoted(part) : part,
  )
  return Buffer.from(bytes.join(""), "latin1").toString("utf8")
}

function unquoted(part: string): string {
  return part
    .replaceAll("=\n", "")
    .replaceAll(/=([0-9A-F]{2})/gu, (_, code: string) => String.fromCodePoint(parseInt(code, 16)))
}
