/** A document's blocks as Markdown. */
import type { Locale } from '../kernel/locale.ts'
import type { Block, Calendar, Document, FilledField, Inline, Localize } from './document.ts'
import { proseLinks } from './markdown.ts'

export function renderMarkdown(blocks: readonly Block[], localize: Localize): string {
  const inline = (parts: readonly Inline[]): string =>
    parts
      .map((part) =>
        typeof part === 'string' ? plain(part) : `[${plain(part.text)}](${localize(part.href)})`,
      )
      .join('')

  const field = ({ name, label, hint, options, fault }: FilledField): string => {
    const more = [
      hint,
      options?.map(({ value, label }) => `${value} (${label})`).join(', '),
      fault && `! ${fault}`,
    ].filter((part) => part)
    const told =
      more.length === 0 ? '' : ` · ${more.map((part) => plain(String(part))).join(' · ')}`
    return `- \`${name}\`: ${plain(label)}${told}`
  }

  const calendar = ({ title, legend, days, before, after }: Calendar): string =>
    [
      `**${plain(title)}**`,
      days
        .map(({ name, state, href }) => `- ${inline([linked(name, href)])}: ${plain(state)}`)
        .join('\n'),
      plain(legend),
      [before, after]
        .flatMap((month) => (month ? [inline([linked(month.text, month.href)])] : []))
        .join(' · '),
    ]
      .filter((part) => part !== '')
      .join('\n\n')

  const block = (one: Block): string => {
    switch (one.kind) {
      case 'heading':
        return `${'#'.repeat(one.level)} ${plain(one.text)}`
      case 'paragraph':
        return inline(one.text)
      case 'list':
        return one.items
          .map((item, place) => `${one.ordered ? `${place + 1}.` : '-'} ${inline(item)}`)
          .join('\n')
      case 'facts':
        return one.rows.map(([term, text]) => `- **${plain(term)}**: ${inline(text)}`).join('\n')
      case 'table':
        return [
          row(one.head.map(plain)),
          row(one.head.map(() => '---')),
          ...one.rows.map((cells) => row(cells.map((cell) => inline(cell)))),
        ].join('\n')
      case 'cards':
        return one.cards
          .map(({ title, href, text, note }) => {
            const tag = note === undefined ? '' : ` · ${plain(note)}`
            return `- [${plain(title)}](${localize(href)})${tag}\n  ${plain(text)}`
          })
          .join('\n')
      case 'code':
        return `\`\`\`${one.language}\n${one.text}\n\`\`\``
      case 'form':
        return one.fields.map(field).join('\n')
      case 'button':
        return `${plain(one.label)}: \`POST ${one.address}\``
      case 'actions':
        return one.links.map((link) => `- ${inline([link])}`).join('\n')
      case 'notice':
        return `> ${inline(one.text)}`
      case 'steps':
        return one.steps
          .map(({ label, chosen, href, current }, place) => {
            const name = current ? `**${plain(label)}**` : plain(label)
            const value = chosen === undefined ? '' : `: ${inline([linked(chosen, href)])}`
            return `${place + 1}. ${name}${value}`
          })
          .join('\n')
      case 'choices':
        return [
          `**${plain(one.label)}**`,
          one.choices
            .map(({ text, note, href, current }) => {
              const name = current ? `**${plain(text)}**` : inline([linked(text, href)])
              return `- ${name}${note === undefined ? '' : ` · ${plain(note)}`}`
            })
            .join('\n'),
        ].join('\n\n')
      case 'calendar':
        return calendar(one.calendar)
      case 'payment':
        return [
          one.rows.map(([term, text]) => `- **${plain(term)}**: ${plain(text)}`).join('\n'),
          `\`\`\`text\n${one.code}\n\`\`\``,
          `- ${inline([one.picture])}`,
        ].join('\n\n')
      case 'stations':
        return one.stations
          .map(({ name, text }, place) => `${place + 1}. **${plain(name)}** ${plain(text)}`)
          .join('\n')
      case 'prose':
        return proseLinks(one.markdown, localize)
    }
  }

  return `${blocks.map(block).join('\n\n')}\n`
}

/** What stands before the text: facts about the page for machines, and its title. */
export function frontMatter(
  { title, heading = title, description }: Document,
  facts: { locale: Locale; canonical: string | undefined; updated: string | undefined },
): string {
  const lines = Object.entries({
    title,
    description,
    canonical_url: facts.canonical,
    last_updated: facts.updated,
    language: facts.locale,
  }).flatMap(([name, value]) => (value === undefined ? [] : `${name}: ${JSON.stringify(value)}`))
  return `---\n${lines.join('\n')}\n---\n\n# ${plain(heading)}\n\n`
}

function linked(text: string, href: string | undefined): Inline {
  return href === undefined ? text : { text, href }
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

/** Plain words: whatever Markdown would read as a sign is shown as itself. */
function plain(text: string): string {
  return text.replace(/[\\`*_[\]<>]/g, '\\$&').replace(/^(#{1,6} |[-+] |\d+[.)] )/, '\\$1')
}
