// console: every line goes to the server's log by way of one operation, which caps length and rate.
;((globalThis) => {
  const { op_console } = globalThis.Deno.core.ops
  const MAX_CHARACTERS = 4096

  const print = (value) => {
    if (typeof value === "string") return value
    if (value instanceof Error) {
      const cause = value.cause === undefined ? "" : `\nCaused by: ${print(value.cause)}`
      return `${value.stack ?? value}${cause}`
    }
    if (typeof value === "object" && value !== null) {
      try {
        return JSON.stringify(value) ?? String(value)
      } catch {
        return Object.prototype.toString.call(value)
      }
    }
    return String(value)
  }

  // Console section 2.2.1: %s and its like in the first argument take the arguments that follow.
  const format = (first, ...rest) => {
    if (typeof first !== "string" || !first.includes("%"))
      return [first, ...rest].map(print).join(" ")
    const text = first.replace(/%[sdifoOc%]/g, (mark) => {
      if (mark === "%%") return "%"
      if (rest.length === 0) return mark
      const value = rest.shift()
      return mark === "%c" ? "" : print(value)
    })
    return [text, ...rest.map(print)].join(" ")
  }

  const writer =
    (level) =>
    (...values) => {
      if (values.length > 0) op_console(level, format(...values).slice(0, MAX_CHARACTERS))
    }
  const nothing = () => {}

  const error = writer(3)
  const console = {
    error,
    warn: writer(2),
    info: writer(1),
    log: writer(1),
    debug: writer(0),
    trace: writer(0),
    dir: writer(1),
    assert: (holds, ...values) => {
      if (!holds) error("Assertion failed", ...values)
    },
  }
  for (const name of [
    "clear",
    "count",
    "countReset",
    "dirxml",
    "group",
    "groupCollapsed",
    "groupEnd",
    "profile",
    "profileEnd",
    "table",
    "time",
    "timeEnd",
    "timeLog",
    "timeStamp",
  ]) {
    console[name] = nothing
  }
  Object.defineProperty(globalThis, "console", {
    value: console,
    writable: true,
    enumerable: false,
    configurable: true,
  })
})(globalThis)
