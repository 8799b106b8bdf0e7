// Completes dist for the npm package: copies the files of src that are not TypeScript.
import { cpSync } from 'node:fs'

cpSync('src', 'dist', { recursive: true, filter: (path) => !path.endsWith('.ts') })
