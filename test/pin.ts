/** Writes the public surface anew: `npm run pin`, then say in CHANGELOG.md what changed. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { publicSurface, surfaceFiles } from './support/golden.ts'

for (const file of surfaceFiles) {
  const text = JSON.stringify(await publicSurface(file), null, 2)
  writeFileSync(join(import.meta.dirname, 'golden', file), `${text}\n`)
}
