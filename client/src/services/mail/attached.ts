/** Files that go with a letter. */
import type { Body } from "#client/lib/input.ts"
import { request } from "#client/services/http.ts"
import type { components } from "#client/wire/api.ts"

/** A file of a letter, with what its reader is told of it. */
export interface Attached {
  id: string
  name: string
  size: number
}

/** Files of a letter that only their ids are known of; those that are gone are left out. */
export async function attachedFiles(ids: readonly string[]): Promise<Attached[]> {
  const found = await Promise.all(
    ids.map((id) =>
      request<Body<components["schemas"]["File"]>>(`/drive/api/v1/filesystem/file/${id}`).catch(
        () => null,
      ),
    ),
  )
  return found.flatMap((body) =>
    body === null ? [] : [{ id: body.data._id, name: body.data.name, size: body.data.size }],
  )
}
