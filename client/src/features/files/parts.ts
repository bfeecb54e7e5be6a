/** What the screens of files have in common, in one file of the build: see `client/src/base.ts`. */
import "./file-noun.tsx"
import "./file-words.ts"
import "./transfers.tsx"
import "./upload-zone.tsx"
import "./use-download.ts"
import "#client/ui/upload-button.tsx"
