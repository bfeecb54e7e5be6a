// The Auth emulator of firebase-tools, on a port of its own, for a project that cannot exist outside. Prints its origin.
// Argument: where firebase-tools is installed.
import { createRequire } from 'node:module'
import { join } from 'node:path'

const folder = process.argv.at(-1)
const require = createRequire(join(folder, 'package.json'))
const { createApp } = require('firebase-tools/lib/emulator/auth/server')
const project = 'demo-waybill'
const app = await createApp(project)
const server = app.listen(0, '127.0.0.1', async () => {
  const origin = `http://127.0.0.1:${server.address().port}`
  // As a project of today begins: an answer does not tell whether an address is known.
  const config = { emailPrivacyConfig: { enableImprovedEmailPrivacy: true } }
  const answer = await fetch(`${origin}/emulator/v1/projects/${project}/config`, {
    method: 'PATCH',
    headers: { Authorization: 'Bearer owner', 'Content-Type': 'application/json' },
    body: JSON.stringify(config),
  })
  if (!answer.ok) throw new Error(await answer.text())
  console.log(origin)
})
// It ends with whoever started it.
process.stdin.resume().on('end', () => process.exit())
