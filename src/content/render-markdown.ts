/** A document's blocks as Markdown. */
import type {
  Block,
  Calendar,
  Document,
  FilledField,
  Inline,
  Localize,
  Picker,
} from './document.ts'
import { rewriteMarkdownLinks } from './markdown.ts'

export function renderMarkdown(blocks: readonly Block[], localize: Localize): string {
  const inline = (parts: readonly Inline[]): string =>
    parts
      .map((part) =>
        typeof part === 'string'
          ? escapeMarkdown(part)
          : `[${escapeMarkdown(part.text)}](${localize(part.href)})`,
      )
      .join('')

  const field = ({ name, label, hint, options, error, fullText }: FilledField): string => {
    const more = [
      hint,
      fullText?.text,
      options
        ?.filter(({ value }) => value !== '')
        .map(({ value, label }) => (value === label ? value : `${value} (${label})`))
        .join(', '),
      error && `! ${error}`,
    ].filter((part) => part)
    const details =
      more.length === 0 ? '' : ` · ${more.map((part) => escapeMarkdown(String(part))).join(' · ')}`
    return `- \`${name}\`: ${escapeMarkdown(label)}${details}`
  }

  const calendar = ({ title, legend, days, before, after }: Calendar): string =>
    [
      `**${escapeMarkdown(title)}**`,
      days
        .map(
          ({ name, state, href }) =>
            `- ${inline([linkIfHref(name, href)])}: ${escapeMarkdown(state)}`,
        )
        .join('\n'),
      escapeMarkdown(legend),
      [before, after]
        .flatMap((month) => (month ? [inline([linkIfHref(month.text, month.href)])] : []))
        .join(' · '),
    ]
      .filter((part) => part !== '')
      .join('\n\n')

  const choices = (picker: Picker): string => {
    const items = picker.choices.map(({ text, note, href, current }) => {
      const name = current ? `**${escapeMarkdown(text)}**` : inline([linkIfHref(text, href)])
      return `- ${name}${note === undefined ? '' : `\n  ${escapeMarkdown(note)}`}`
    })
    return [`**${escapeMarkdown(picker.label)}**`, items.join('\n')].join('\n\n')
  }

  const block = (one: Block): string => {
    switch (one.kind) {
      case 'heading':
        return `${'#'.repeat(one.level)} ${escapeMarkdown(one.text)}`
      case 'paragraph':
        return inline(one.text)
      case 'list':
        return one.items
          .map((item, index) => `${one.ordered ? `${index + 1}.` : '-'} ${inline(item)}`)
          .join('\n')
      case 'facts':
        return one.rows
          .map(([term, text]) => `- **${escapeMarkdown(term)}**: ${inline(text)}`)
          .join('\n')
      case 'table':
        return [
          tableRow(one.head.map(escapeMarkdown)),
          tableRow(one.head.map(() => '---')),
          ...one.rows.map((cells) => tableRow(cells.map((cell) => inline(cell)))),
        ].join('\n')
      case 'cards':
        return one.cards
          .map(({ title, href, text, note, badge }) => {
            const tag = [note, badge]
              .flatMap((one) => (one === undefined ? [] : ` · ${escapeMarkdown(one)}`))
              .join('')
            const more = text === undefined ? '' : `\n  ${escapeMarkdown(text)}`
            return `- [${escapeMarkdown(title)}](${localize(href)})${tag}${more}`
          })
          .join('\n')
      case 'picture':
        return ''
      case 'gallery':
        return one.photos
          .map(({ alt, href }) => `![${escapeMarkdown(alt)}](${localize(href)})`)
          .join('\n\n')
      case 'code':
        return `\`\`\`${one.language}\n${one.text}\n\`\`\``
      case 'form':
        return one.fields.map(field).join('\n')
      case 'button':
        return `${escapeMarkdown(one.label)}: \`POST ${one.address}\``
      case 'actions':
        return one.links.map((link) => `- ${inline([link])}`).join('\n')
      case 'notice':
        return `> ${inline(one.text)}`
      case 'panel': {
        const link = one.link ? inline([one.link]) : ''
        return [`## ${escapeMarkdown(one.title)}`, link, ...one.blocks.map(block)]
          .filter((text) => text !== '')
          .join('\n\n')
      }
      case 'summary':
        return `${escapeMarkdown(one.text)} · ${inline([one.change])}`
      case 'giftCard':
        return ''
      case 'ticket':
        return [
          `**${escapeMarkdown(`${one.date}, ${one.hour}`)}** · ${escapeMarkdown(one.text)}`,
          one.rows
            .map(([term, text]) => `- **${escapeMarkdown(term)}**: ${inline(text)}`)
            .join('\n'),
          ...(one.note === undefined ? [] : [escapeMarkdown(one.note)]),
        ].join('\n\n')
      case 'swap':
        return [
          `- **${escapeMarkdown(one.from.label)}**: ${escapeMarkdown(one.from.text)}`,
          `- **${escapeMarkdown(one.to.label)}**: ${escapeMarkdown(one.to.text)}`,
          `- ${inline([one.link])}`,
        ].join('\n')
      case 'disclosure':
        return [`### ${escapeMarkdown(one.title)}`, ...one.blocks.map(block)].join('\n\n')
      case 'choices':
        return choices(one)
      case 'pickers':
        return one.pickers.map(choices).join('\n\n')
      case 'calendar':
        return calendar(one.calendar)
      case 'payment':
        return [
          one.rows
            .map(([term, text]) => `- **${escapeMarkdown(term)}**: ${escapeMarkdown(text)}`)
            .join('\n'),
          `\`\`\`text\n${one.code}\n\`\`\``,
          `- ${inline([one.picture])}`,
        ].join('\n\n')
      case 'stages':
        return one.stages
          .map(
            ({ name, text }, index) =>
              `${index + 1}. **${escapeMarkdown(name)}** ${escapeMarkdown(text)}`,
          )
          .join('\n')
      case 'prose':
        return rewriteMarkdownLinks(one.markdown, localize)
    }
  }

  const texts = blocks.map(block).filter((text) => text !== '')
  return `${texts.join('\n\n')}\n`
}

/** Front matter for machines, and the title. */
export function frontMatter(
  { title, heading = title, description }: Document,
  metadata: {
    /** One language, or several: "en, vi". */
    language: string
    canonical: string | undefined
    updated: string | undefined
    /** URL of the list of all pages. */
    index: string
  },
): string {
  const lines = Object.entries({
    title,
    description,
    canonical_url: metadata.canonical,
    last_updated: metadata.updated,
    language: metadata.language,
    index: metadata.index,
  }).flatMap(([name, value]) => (value === undefined ? [] : `${name}: ${JSON.stringify(value)}`))
  return `---\n${lines.join('\n')}\n---\n\n# ${escapeMarkdown(heading)}\n\n`
}

function linkIfHref(text: string, href: string | undefined): Inline {
  return href === undefined ? text : { text, href }
}

function tableRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

/** Escapes characters that have a meaning in Markdown. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]<>]/g, '\\$&').replace(/^(#{1,6} |[-+] |\d+[.)] )/, '\\$1')
}
