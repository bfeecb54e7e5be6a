// URL and URLSearchParams (WHATWG URL section 6) over the parser of the Rust crate `url`.
// A URL is its serialisation and the offsets of its components; every getter is a slice.
;((globalThis) => {
  const {
    op_url_parse,
    op_url_set,
    op_url_href,
    op_search_params_parse,
    op_search_params_print,
  } = globalThis.Deno.core.ops

  const INVALID = 0
  const CHANGED = 2
  const SCHEME_END = 0
  const USERNAME_END = 1
  const HOST_START = 2
  const HOST_END = 3
  const PATH_START = 4
  const PATH_END = 5
  const QUERY_END = 6
  const SETTERS = {
    protocol: 0,
    username: 1,
    password: 2,
    host: 3,
    hostname: 4,
    port: 5,
    pathname: 6,
    search: 7,
    hash: 8,
  }
  const ORIGIN_SCHEMES = new Set(["http:", "https:", "ws:", "wss:", "ftp:"])

  // The operations write here; it is copied before any other code can run.
  const written = new Uint32Array(7)

  const wellFormed = (value) => `${value}`.toWellFormed()
  const invalid = (text) => new TypeError(`Invalid URL: '${text}'`)
  const needs = (given, wanted, method) => {
    if (given < wanted) {
      throw new TypeError(`${method} needs ${wanted} argument${wanted === 1 ? "" : "s"}, got ${given}`)
    }
  }

  const ILLEGAL = "Illegal invocation"
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
      needs(arguments.length, 2, "URLSearchParams.append")
      this.#pairs.push([wellFormed(name), wellFormed(value)])
      this.#update()
    }

    delete(name, value = undefined) {
      needs(arguments.length, 1, "URLSearchParams.delete")
      name = wellFormed(name)
      const only = value === undefined ? undefined : wellFormed(value)
      this.#pairs = this.#pairs.filter(
        (pair) => pair[0] !== name || (only !== undefined && pair[1] !== only),
      )
      this.#update()
    }

    get(name) {
      needs(arguments.length, 1, "URLSearchParams.get")
      name = wellFormed(name)
      for (const pair of this.#pairs) if (pair[0] === name) return pair[1]
      return null
    }

    getAll(name) {
      needs(arguments.length, 1, "URLSearchParams.getAll")
      name = wellFormed(name)
      return this.#pairs.filter((pair) => pair[0] === name).map((pair) => pair[1])
    }

    has(name, value = undefined) {
      needs(arguments.length, 1, "URLSearchParams.has")
      name = wellFormed(name)
      const only = value === undefined ? undefined : wellFormed(value)
      return this.#pairs.some(
        (pair) => pair[0] === name && (only === undefined || pair[1] === only),
      )
    }

    set(name, value) {
      needs(arguments.length, 2, "URLSearchParams.set")
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
      if (!(#pairs in this)) throw new TypeError(ILLEGAL)
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

  class URL {
    #href
    #at // where components start and end, see the constants above
    #params = null // made when asked for

    constructor(url, base = undefined) {
      needs(arguments.length, 1, "URL")
      const text = wellFormed(url)
      if (!this.#parse(text, base === undefined ? "" : baseText(base))) throw invalid(text)
    }

    static canParse(url, base = undefined) {
      needs(arguments.length, 1, "URL.canParse")
      return URL.parse(url, base) !== null
    }

    static parse(url, base = undefined) {
      needs(arguments.length, 1, "URL.parse")
      try {
        return new URL(url, base)
      } catch {
        return null
      }
    }

    #parse(text, base) {
      return this.#store(op_url_parse(text, base, written), text)
    }

    #store(status, text) {
      if (status === INVALID) return false
      this.#href = status === CHANGED ? op_url_href() : text
      this.#at = [...written]
      return true
    }

    #set(component, value) {
      const before = this.#href
      this.#store(op_url_set(before, component, wellFormed(value), written), before)
    }

    #slice(from, to) {
      return this.#href.slice(this.#at[from], this.#at[to])
    }

    get href() {
      return this.#href
    }
    set href(value) {
      const text = wellFormed(value)
      if (!this.#parse(text, "")) throw invalid(text)
      this.#refresh()
    }

    get origin() {
      const protocol = this.protocol
      if (ORIGIN_SCHEMES.has(protocol)) return `${protocol}//${this.host}`
      if (protocol === "blob:") {
        const inner = URL.parse(this.pathname)
        if (inner !== null && (inner.protocol === "http:" || inner.protocol === "https:")) {
          return inner.origin
        }
      }
      return "null"
    }

    get protocol() {
      return this.#href.slice(0, this.#at[SCHEME_END] + 1)
    }
    set protocol(value) {
      this.#set(SETTERS.protocol, value)
    }

    get username() {
      const start = this.#at[SCHEME_END] + 3
      return this.#at[USERNAME_END] > start && this.#at[HOST_START] > this.#at[USERNAME_END]
        ? this.#href.slice(start, this.#at[USERNAME_END])
        : ""
    }
    set username(value) {
      this.#set(SETTERS.username, value)
    }

    get password() {
      const start = this.#at[USERNAME_END]
      return this.#href[start] === ":" && start + 1 < this.#at[HOST_START]
        ? this.#href.slice(start + 1, this.#at[HOST_START] - 1)
        : ""
    }
    set password(value) {
      this.#set(SETTERS.password, value)
    }

    get host() {
      return this.#at[HOST_START] === this.#at[HOST_END] ? "" : this.#slice(HOST_START, PATH_START)
    }
    set host(value) {
      this.#set(SETTERS.host, value)
    }

    get hostname() {
      return this.#slice(HOST_START, HOST_END)
    }
    set hostname(value) {
      this.#set(SETTERS.hostname, value)
    }

    get port() {
      return this.#at[HOST_START] !== this.#at[HOST_END] && this.#href[this.#at[HOST_END]] === ":"
        ? this.#href.slice(this.#at[HOST_END] + 1, this.#at[PATH_START])
        : ""
    }
    set port(value) {
      this.#set(SETTERS.port, value)
    }

    get pathname() {
      return this.#slice(PATH_START, PATH_END)
    }
    set pathname(value) {
      this.#set(SETTERS.pathname, value)
    }

    get search() {
      const search = this.#slice(PATH_END, QUERY_END)
      return search.length > 1 ? search : ""
    }
    set search(value) {
      this.#set(SETTERS.search, value)
      this.#refresh()
    }

    get searchParams() {
      if (this.#params === null) {
        this.#params = new URLSearchParams()
        attach(this.#params, this.search.slice(1), (query) => this.#set(SETTERS.search, query))
      }
      return this.#params
    }

    #refresh() {
      if (this.#params !== null) reset(this.#params, this.search.slice(1))
    }

    get hash() {
      const hash = this.#href.slice(this.#at[QUERY_END])
      return hash.length > 1 ? hash : ""
    }
    set hash(value) {
      this.#set(SETTERS.hash, value)
    }

    toString() {
      return this.#href
    }

    toJSON() {
      return this.#href
    }

    get [Symbol.toStringTag]() {
      return "URL"
    }
  }

  // The empty text is what the operation takes for "no base"; as a base it is invalid.
  const baseText = (base) => {
    const text = wellFormed(base)
    if (text === "") throw invalid(text)
    return text
  }

  const enumerable = { enumerable: true }
  const methods = ["append", "delete", "get", "getAll", "has", "set", "sort", "forEach", "size"]
  for (const name of [...methods, "entries", "keys", "values", "toString"]) {
    Object.defineProperty(URLSearchParams.prototype, name, enumerable)
  }
  Object.defineProperty(URLSearchParams.prototype, Symbol.iterator, {
    value: URLSearchParams.prototype.entries,
    writable: true,
    enumerable: false,
    configurable: true,
  })
  for (const name of [...Object.keys(SETTERS), "href", "origin", "searchParams", "toString", "toJSON"]) {
    Object.defineProperty(URL.prototype, name, enumerable)
  }
  for (const [name, value] of Object.entries({ URL, URLSearchParams })) {
    Object.defineProperty(globalThis, name, {
      value,
      writable: true,
      enumerable: false,
      configurable: true,
    })
  }
})(globalThis)
