/** What lets somebody in: their sessions, and the access tokens of their programs. */
import type { AccessToken } from "client/services/session/access-tokens.ts"
import type { OpenSession } from "client/services/session/open-sessions.ts"

export function openSession(mark: string, index: number, at: string): OpenSession {
  return {
    _id: `${mark}-${index}`,
    isCurrent: index === 0,
    browser: mark,
    ip: index % 2 === 0 ? mark : null,
    signInMethod: "sdk",
    startedAt: at,
    lastSeenAt: at,
  }
}

export function accessToken(mark: string, index: number, at: string): AccessToken {
  return {
    _id: `${mark}-${index}`,
    name: mark,
    ending: mark,
    scopes: index % 2 === 0 ? ["contact:read", "log:read"] : ["iam:write"],
    roleId: index % 2 === 0 ? null : mark,
    createdAt: at,
    expiresAt: index % 3 === 0 ? "2027-01-31T09:41:00Z" : at,
    lastUsedAt: index % 2 === 0 ? at : null,
    lastUsedIp: index % 4 === 0 ? mark : null,
  }
}
