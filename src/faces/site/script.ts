/** The scripts of the site, each for the pages with a certain block. */
import { readFileSync } from 'node:fs'
import { type Block, hasBlock } from '../../content/document.ts'
import type { ServedFile } from '../../http/static-file.ts'

const scripts = [
  { kind: 'panel', file: readScript('panel', new URL('./client/panel.js', import.meta.url)) },
  { kind: 'ticket', file: readScript('status', new URL('./client/status.js', import.meta.url)) },
  {
    kind: 'giftCard',
    file: readScript('gift-card', new URL('./client/gift-card.js', import.meta.url)),
  },
  { kind: 'offers', file: readScript('list', new URL('./client/list.js', import.meta.url)) },
] as const

export const scriptFiles: readonly ServedFile[] = scripts.map(({ file }) => file)

/** Paths of the scripts that a page with these blocks needs. */
export function scriptsFor(blocks: readonly Block[]): string[] {
  return scripts.filter(({ kind }) => hasBlock(blocks, kind)).map(({ file }) => file.path)
}

function readScript(name: string, source: URL): ServedFile {
  return {
    path: `/${name}.js`,
    type: 'text/javascript; charset=utf-8',
    body: readFileSync(source, 'utf8'),
  }
}
