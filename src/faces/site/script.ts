/** The script of the site, for pages with the booking panel. */
import { readFileSync } from 'node:fs'
import type { ServedFile } from '../../http/static-file.ts'

export const scriptFile: ServedFile = {
  path: '/panel.js',
  type: 'text/javascript; charset=utf-8',
  body: readFileSync(new URL('./client/panel.js', import.meta.url), 'utf8'),
}
