export function Component() {
  return <h1>Countries</h1>
}
