import { createServer } from "node:net"
import type { AddressInfo } from "node:net"

/** Addresses on which nobody listens. */
export async function freeAddresses(many: number): Promise<string[]> {
  const servers = Array.from({ length: many }, () => createServer())
  const ports = await Promise.all(
    servers.map(
      (server) =>
        new Promise<number>((resolve) => {
          server.listen(0, "127.0.0.1", () => {
            // oxlint-disable-next-line no-unsafe-type-assertion -- it listens on TCP
            resolve((server.address() as AddressInfo).port)
          })
        }),
    ),
  )
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports.map((port) => `127.0.0.1:${String(port)}`)
}
