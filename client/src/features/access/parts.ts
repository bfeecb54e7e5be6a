/** What the screens of users and of roles have in common, in one file of the build: see `client/src/base.ts`. */
import "./delete-role.ts"
import "./role.tsx"
import "./status-tag.tsx"
import "./use-deed.ts"
import "./user.tsx"
import "#client/lib/rights.ts"
