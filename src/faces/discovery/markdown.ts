/** Markdown as the files for machines need it: names stand in code, so that they stay as they are. */

/** Blocks with an empty line between them; what is not there leaves no gap. */
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
