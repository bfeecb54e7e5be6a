// The canary: tells whether a render left something behind that another render could see.
// Rust takes both functions and deletes the name before any request is served.
;((globalThis) => {
  const { keys } = Object
  const { ownKeys } = Reflect
  const watched = [
    globalThis,
    Object.prototype,
    Array.prototype,
    String.prototype,
    Function.prototype,
    Promise.prototype,
  ]
  // What an assignment makes is enumerable and found at once; listing what is hidden takes 20 times as long.
  const CHECKS_BETWEEN_THOROUGH_ONES = 64

  let visible = []
  let all = []
  let checks = 0

  const arm = () => {
    visible = watched.map((object) => keys(object).length)
    all = watched.map((object) => ownKeys(object).length)
  }

  // Nothing, or what was found. No code of the bundle may run here: neither `in` nor a list of keys calls a getter.
  const check = () => {
    if ("polluted" in {}) return "Object.prototype.polluted is set"
    const isThorough = ++checks % CHECKS_BETWEEN_THOROUGH_ONES === 0
    for (let at = 0; at < watched.length; at++) {
      const object = watched[at]
      if (
        keys(object).length !== visible[at] ||
        (isThorough && ownKeys(object).length !== all[at])
      ) {
        return at === 0 ? "the global object changed" : "a prototype changed"
      }
    }
  }

  globalThis.__canary = { arm, check }
})(globalThis)
