/** The scripts of the site. Each belongs to the pages that have its block; all others have none. */
import { readFileSync } from 'node:fs'
import type { Block } from '../../content/document.ts'
import type { ServedFile } from '../../http/static-file.ts'

const scriptOf = {
  panel: defineScript('panel'),
  ticket: defineScript('status'),
  giftCard: defineScript('gift-card'),
} satisfies Partial<Record<Block['kind'], ServedFile>>

export const scriptFiles: readonly ServedFile[] = Object.values(scriptOf)

/** The path of the script that a page with these blocks loads. */
export function findScript(blocks: readonly Block[]): string | undefined {
  for (const block of blocks) {
    const own = block.kind in scriptOf ? scriptOf[block.kind as keyof typeof scriptOf] : undefined
    const path = own?.path ?? ('blocks' in block ? findScript(block.blocks) : undefined)
    if (path !== undefined) return path
  }
  return undefined
}

function defineScript(name: string): ServedFile {
  return {
    path: `/${name}.js`,
    type: 'text/javascript; charset=utf-8',
    body: readFileSync(new URL(`./client/${name}.js`, import.meta.url), 'utf8'),
  }
}
