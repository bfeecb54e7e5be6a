/** A gate before a request: what comes to it waits until it is opened, however much later it comes. */
export function newGate(): { opened: Promise<void>; open: () => void } {
  const gate = { opened: Promise.resolve(), open: () => {} }
  gate.opened = new Promise((resolve) => {
    gate.open = resolve
  })
  return gate
}
