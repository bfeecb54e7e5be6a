export function Component() {
  return <h1>Page not found</h1>
}
