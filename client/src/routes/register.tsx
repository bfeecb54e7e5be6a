export function Component() {
  return <h1>Create an account</h1>
}
