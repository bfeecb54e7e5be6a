/** The version of a record, as `ETag` and `If-Match` name it (RFC 9110, 8.8.3). */
export function versionTag(version: number): string {
  return `"${String(version)}"`
}
