/** The contract with the isolate: what Rust calls, and the only globals beyond ECMAScript that the bundle relies on. */

/** HTML of the root element for the JSON of a `RenderInput`; a pure function of it. */
declare function render(input: string): string
/** JSON list of the routes, for the build. */
declare function manifest(): string
/** Renders every route with made-up data, many times, so that the snapshot holds compiled code; `"ok"`, or throws. */
declare function warmUp(): string
/** `"true"` once every route module is loaded; throws what kept one from loading. */
declare function settled(): string

declare var URL: {
  new (
    url: string,
    base?: string,
  ): {
    readonly pathname: string
    readonly search: string
    readonly hash: string
  }
}
