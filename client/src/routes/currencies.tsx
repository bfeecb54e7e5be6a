export function Component() {
  return <h1>Currencies</h1>
}
