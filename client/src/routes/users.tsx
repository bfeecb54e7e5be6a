export function Component() {
  return <h1>Users</h1>
}
