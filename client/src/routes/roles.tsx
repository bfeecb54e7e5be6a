export function Component() {
  return <h1>Roles</h1>
}
