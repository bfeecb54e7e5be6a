// URLSearchParams (WHATWG URL section 6.2) over the parser of the Rust crate `url`.
;((globalThis) => {
  const { op_search_params_parse, op_search_params_print } = globalThis.Deno.core.ops

  const wellFormed = (value) => `${value}`.toWellFormed()
  const needs = (given, wanted, method) => {
    if (given < wanted) {
      throw new TypeError(`URLSearchParams.${method} needs more arguments: ${wanted}, got ${given}`)
    }
  }

  let attach
  let reset

  class URLSearchParams {
    #pairs = [] // [name, value], in order
    #changed = null // tells the URL that these parameters belong to

    static {
      attach = (params, query, changed) => {
        params.#pairs = parsePairs(query)
        params.#changed = changed
      }
      reset = (params, query) => {
        params.#pairs = parsePairs(query)
      }
    }

    constructor(init = "") {
      if (typeof init === "function" || (typeof init === "object" && init !== null)) {
        const iterate = init[Symbol.iterator]
        if (iterate !== undefined && iterate !== null) {
          for (const pair of init) {
            const list = [...pair]
            if (list.length !== 2) {
              throw new TypeError("Each pair of URLSearchParams must be a name and a value")
            }
            this.#pairs.push([wellFormed(list[0]), wellFormed(list[1])])
          }
        } else {
          for (const key of Reflect.ownKeys(init)) {
            if (Object.getOwnPropertyDescriptor(init, key)?.enumerable) {
              this.#replace(wellFormed(key), wellFormed(init[key]))
            }
          }
        }
      } else {
        const text = wellFormed(init)
        this.#pairs = parsePairs(text.startsWith("?") ? text.slice(1) : text)
      }
    }

    // Two keys of a record may become one name once their lone surrogates are replaced; the later value wins.
    #replace(name, value) {
      const known = this.#pairs.find((pair) => pair[0] === name)
      if (known) known[1] = value
      else this.#pairs.push([name, value])
    }

    #update() {
      this.#changed?.(this.toString())
    }

    get size() {
      return this.#pairs.length
    }

    append(name, value) {
      needs(arguments.length, 2, "append")
      this.#pairs.push([wellFormed(name), wellFormed(value)])
      this.#update()
    }

    delete(name, value = undefined) {
      needs(arguments.length, 1, "delete")
      name = wellFormed(name)
      const only = value === undefined ? undefined : wellFormed(value)
      this.#pairs = this.#pairs.filter(
        (pair) => pair[0] !== name || (only !== undefined && pair[1] !== only),
      )
      this.#update()
    }

    get(name) {
      needs(arguments.length, 1, "get")
      name = wellFormed(name)
      for (const pair of this.#pairs) if (pair[0] === name) return pair[1]
      return null
    }

    getAll(name) {
      needs(arguments.length, 1, "getAll")
      name = wellFormed(name)
      return this.#pairs.filter((pair) => pair[0] === name).map((pair) => pair[1])
    }

    has(name, value = undefined) {
      needs(arguments.length, 1, "has")
      name = wellFormed(name)
      const only = value === undefined ? undefined : wellFormed(value)
      return this.#pairs.some(
        (pair) => pair[0] === name && (only === undefined || pair[1] === only),
      )
    }

    set(name, value) {
      needs(arguments.length, 2, "set")
      name = wellFormed(name)
      value = wellFormed(value)
      let first = true
      this.#pairs = this.#pairs.filter((pair) => {
        if (pair[0] !== name) return true
        const keep = first
        if (first) pair[1] = value
        first = false
        return keep
      })
      if (first) this.#pairs.push([name, value])
      this.#update()
    }

    sort() {
      // By UTF-16 code units, which is how JavaScript compares strings; Array.prototype.sort is stable.
      this.#pairs.sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0))
      this.#update()
    }

    forEach(callback, self = undefined) {
      if (typeof callback !== "function") {
        throw new TypeError("URLSearchParams.forEach needs a function")
      }
      for (const [name, value] of this) callback.call(self, value, name, this)
    }

    *entries() {
      // By index on the live list: what is appended during the iteration is visited, as the standard says.
      for (let at = 0; at < this.#pairs.length; at++) yield [...this.#pairs[at]]
    }

    *keys() {
      for (let at = 0; at < this.#pairs.length; at++) yield this.#pairs[at][0]
    }

    *values() {
      for (let at = 0; at < this.#pairs.length; at++) yield this.#pairs[at][1]
    }

    toString() {
      if (!(#pairs in this)) throw new TypeError("Illegal invocation")
      return this.#pairs.length === 0 ? "" : op_search_params_print(this.#pairs.flat())
    }

    get [Symbol.toStringTag]() {
      return "URLSearchParams"
    }
  }

  const parsePairs = (query) => {
    if (query === "") return []
    const flat = op_search_params_parse(query)
    const pairs = []
    for (let at = 0; at < flat.length; at += 2) pairs.push([flat[at], flat[at + 1]])
    return pairs
  }

  const enumerable = { enumerable: true }
  const methods = ["append", "delete", "get", "getAll", "has", "set", "sort", "forEach", "size"]
  for (const name of [...methods, "entries", "keys", "values", "toString"]) {
    Object.defineProperty(URLSearchParams.prototype, name, enumerable)
  }
  const hidden = (value) => ({ value, writable: true, enumerable: false, configurable: true })
  const { prototype } = URLSearchParams
  Object.defineProperty(prototype, Symbol.iterator, hidden(prototype.entries))
  Object.defineProperty(globalThis, "URLSearchParams", hidden(URLSearchParams))
  // For url.js, which runs next and takes it away.
  globalThis.__searchParams = { attach, reset }
})(globalThis)
