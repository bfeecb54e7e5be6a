// The canary: tells whether a render left something behind that another render could see.
// Rust takes both functions and deletes the name before any request is served.
;((globalThis) => {
  const { ownKeys } = Reflect
  const watched = [Object.prototype, Array.prototype, String.prototype, Function.prototype, Promise.prototype]
  let names = 0
  let sizes = []

  const arm = () => {
    names = ownKeys(globalThis).length
    sizes = watched.map((prototype) => ownKeys(prototype).length)
  }

  // The empty string, or what was found.
  const check = () => {
    if ({}.polluted !== undefined) return "Object.prototype.polluted is set"
    if (ownKeys(globalThis).length !== names) return "the global object changed"
    for (let at = 0; at < watched.length; at++) {
      if (ownKeys(watched[at]).length !== sizes[at]) return "a prototype changed"
    }
    return ""
  }

  globalThis.__canary = { arm, check }
})(globalThis)
