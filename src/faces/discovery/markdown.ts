/** Markdown helpers for machine-readable files: names are written as code, so that they are not changed. */

/** Joins blocks with an empty line; missing blocks are left out. */
export function joinBlocks(...blocks: readonly string[]): string {
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}

export function markdownSection(title: string, ...blocks: readonly string[]): string {
  return joinBlocks(`## ${title}`, ...blocks).trimEnd()
}

export function markdownList(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n')
}

export function inlineCode(name: string): string {
  return `\`${name}\``
}

export function markdownLink(title: string, address: string): string {
  return `[${title.replace(/[[\]\\]/g, '\\$&')}](${address})`
}
