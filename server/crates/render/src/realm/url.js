// URL (WHATWG URL section 6.1) over the parser of the Rust crate `url`.
// A URL is its serialisation and the offsets of its components; every getter is a slice.
;((globalThis) => {
  const { op_url_parse, op_url_set, op_url_href } = globalThis.Deno.core.ops
  const { URLSearchParams, __searchParams } = globalThis
  const { attach, reset } = __searchParams
  delete globalThis.__searchParams

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
  const needsOne = (given, method) => {
    if (given < 1) throw new TypeError(`${method} needs an argument`)
  }

  class URL {
    #href
    #at // where components start and end, see the constants above
    #params = null // made when asked for

    constructor(url, base = undefined) {
      needsOne(arguments.length, "URL")
      const text = wellFormed(url)
      if (!this.#parse(text, base === undefined ? "" : baseText(base))) throw invalid(text)
    }

    static canParse(url, base = undefined) {
      needsOne(arguments.length, "URL.canParse")
      return URL.parse(url, base) !== null
    }

    static parse(url, base = undefined) {
      needsOne(arguments.length, "URL.parse")
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
      this.#at = written.slice()
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
  for (const name of [
    ...Object.keys(SETTERS),
    "href",
    "origin",
    "searchParams",
    "toString",
    "toJSON",
  ]) {
    Object.defineProperty(URL.prototype, name, enumerable)
  }
  Object.defineProperty(globalThis, "URL", {
    value: URL,
    writable: true,
    enumerable: false,
    configurable: true,
  })
})(globalThis)
