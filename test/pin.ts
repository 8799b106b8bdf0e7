/** Updates the files that pin the public surface: run `npm run pin`, then describe the change in CHANGELOG.md. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { publicSurface, surfaceFiles } from './support/golden.ts'

for (const file of surfaceFiles) {
  const text = JSON.stringify(await publicSurface(file), null, 2)
  writeFileSync(join(import.meta.dirname, 'golden', file), `${text}\n`)
}
