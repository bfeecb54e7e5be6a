import { request } from "#client/services/http.ts"

/** Asks the server whether this session goes on. One that does not is ended here, as after any request that tells so. */
export async function checkSession(): Promise<void> {
  await request("/iam/api/v1/users-token").catch(() => undefined)
}
