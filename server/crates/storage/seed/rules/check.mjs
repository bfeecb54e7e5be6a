/** Stops the run when a source does not have the shape that a rule was written for. */
export function check(condition, message) {
  if (!condition) throw new Error(`the source changed: ${message}`)
}

/** The values that occur more than once. */
export function repeated(values) {
  return values.filter((value, at) => values.indexOf(value) !== at)
}
