/** A document's blocks as Markdown. */
import type {
  Block,
  Calendar,
  Document,
  Inline,
  Localize,
  PersonCard,
  Picker,
  Point,
  SearchBlock,
  Section,
  TicketStep,
} from './document.ts'
import type { FilledField } from './form-block.ts'
import { rewriteMarkdownLinks } from './markdown.ts'
import type { FilterGroup, OfferList, OfferRow } from './offer-list.ts'

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

  const point = ({ title, href, texts = [], more }: Point): string => {
    const rows = more ? [more.title, ...more.rows.map((row) => row.join(': '))] : []
    const details = [...texts, ...rows].map((text) => `\n  ${escapeMarkdown(text)}`)
    return `- ${inline([linkIfHref(title, href)])}${details.join('')}`
  }

  const person = ({ name, role, days, text, action, work }: PersonCard): string =>
    [
      `## ${escapeMarkdown(name)}`,
      escapeMarkdown([role, days].filter(Boolean).join(' · ')),
      text === undefined ? '' : escapeMarkdown(text),
      action ? inline([action]) : '',
      work ? escapeMarkdown(work.title) : '',
      work ? work.links.map((link) => `- ${inline([link])}`).join('\n') : '',
    ]
      .filter((part) => part !== '')
      .join('\n\n')

  const offerRow = ({ title, href, text, price, variants, badge, marks }: OfferRow): string => {
    const facts = [price, ...marks.map((mark) => mark.text)].filter((fact) => fact !== undefined)
    const prices = (variants ?? []).map(
      (one) => `  - ${inline([{ text: one.text, href: one.href }])} · ${escapeMarkdown(one.price)}`,
    )
    return [
      `- ${inline([{ text: title, href }])}${badge === undefined ? '' : ` · ${escapeMarkdown(badge)}`}`,
      ...(text === undefined ? [] : [`  ${escapeMarkdown(text)}`]),
      ...(price === undefined ? prices : []),
      ...(facts.length > 0 ? [`  ${facts.map(escapeMarkdown).join(' · ')}`] : []),
    ].join('\n')
  }

  const filterGroup = ({ name, legend, hint, options }: FilterGroup): string => {
    const values = options.filter(({ value }) => value !== '')
    const list = values.map(({ value, label }) => `${value} (${label})`).join(', ')
    const texts = [legend, list, hint].filter((text) => text !== undefined)
    return `- \`${name}\`: ${escapeMarkdown(texts.join(' · '))}`
  }

  /** The parameters of the query come last, so that a reader sees the offers first. */
  const offerList = ({ result, groups, filter }: OfferList): string =>
    [
      `> ${escapeMarkdown([result.text, result.caution].filter(Boolean).join(' '))}`,
      result.links.map((link) => `- ${inline([link])}`).join('\n'),
      ...groups.flatMap(({ title, rows }) => [
        groups.length > 1 ? `## ${escapeMarkdown(title)}` : '',
        rows.map(offerRow).join('\n'),
      ]),
      ...(filter ? [`## ${escapeMarkdown(filter.title)}`] : []),
      (filter?.groups ?? []).map(filterGroup).join('\n'),
    ]
      .filter((part) => part !== '')
      .join('\n\n')

  /** The link is where the page shows it: beside the title, or below the texts if those are beside a picture. */
  const section = ({ title, picture, more, blocks: inside }: Section): string => {
    const link = more ? [`- ${inline([more])}`] : []
    const texts = inside.map(block)
    const parts = picture === undefined ? [...link, ...texts] : [...texts, ...link]
    return [`## ${escapeMarkdown(title)}`, ...parts].join('\n\n')
  }

  const searchResult = ({ result, label, button, address, hidden }: SearchBlock): string => {
    const names = hidden.map(([name, value]) => ` · \`${name}\`: ${value}`).join('')
    const link = inline([{ text: button, href: address }])
    const field = `- \`q\`: ${escapeMarkdown(label)}${names} · ${link}`
    if (!result) return field
    const items = result.items.map(({ title, href, label: kind, text }) => {
      const found = inline([{ text: title, href }])
      return `- ${found} · ${escapeMarkdown(kind)}\n  ${escapeMarkdown(text)}`
    })
    const texts = [result.text, ...result.notes].map(escapeMarkdown)
    return [...texts, items.join('\n'), field].filter(Boolean).join('\n\n')
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
      case 'stories':
        return one.cards
          .map(({ title, href, text, note, aside, badge }) => {
            const tag = [note, aside, badge]
              .flatMap((one) => (one === undefined ? [] : ` · ${escapeMarkdown(one)}`))
              .join('')
            const more = text === undefined ? '' : `\n  ${escapeMarkdown(text)}`
            return `- [${escapeMarkdown(title)}](${localize(href)})${tag}${more}`
          })
          .join('\n')
      case 'section':
        return section(one)
      case 'prices':
        return one.rows
          .map(({ text, note, price, href }) => {
            const parts = [note, price].flatMap((part) =>
              part === undefined ? [] : ` · ${escapeMarkdown(part)}`,
            )
            return `- ${inline([{ text, href }])}${parts.join('')}`
          })
          .join('\n')
      case 'price':
        return escapeMarkdown([one.amount, one.note].filter(Boolean).join(' · '))
      case 'marks':
        return one.marks.map(({ text }) => `- ${escapeMarkdown(text)}`).join('\n')
      case 'opening-state':
        return `> ${escapeMarkdown(one.text)}`
      case 'quote':
        return `> ${escapeMarkdown(one.text)}`
      case 'points':
        return one.points.map(point).join('\n')
      case 'people':
        return one.people.map(person).join('\n\n')
      case 'lead':
        return ''
      case 'columns':
        return [...one.blocks, ...one.side]
          .map(block)
          .filter((text) => text !== '')
          .join('\n\n')
      case 'tiles':
        return one.tiles
          .map(({ title, text, href }) => {
            const name =
              href === undefined ? `**${escapeMarkdown(title)}**` : inline([{ text: title, href }])
            return `- ${name}: ${escapeMarkdown(text)}`
          })
          .join('\n')
      case 'map':
        return ''
      case 'aside':
        return escapeMarkdown(one.text)
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
        // Without those to the fields of a form, which is not there.
        return [
          `> ${inline(one.text)}`,
          ...(one.links ?? [])
            .filter(({ href }) => !href.startsWith('#'))
            .map((link) => `> - ${inline([link])}`),
        ].join('\n')
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
          ...(one.steps ? [one.steps.map(stepLine).join('\n')] : []),
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
        return [
          `### ${escapeMarkdown(one.title)}`,
          one.summary === undefined ? '' : escapeMarkdown(one.summary),
          ...one.blocks.map(block),
        ]
          .filter((text) => text !== '')
          .join('\n\n')
      case 'offers':
        return offerList(one)
      case 'search':
        return searchResult(one)
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
      case 'spread':
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

function stepLine({ state, text, note }: TicketStep, index: number): string {
  const name = escapeMarkdown(text)
  const shown = state === 'now' ? `**${name}**` : name
  return `${index + 1}. ${[shown, ...(note === undefined ? [] : [escapeMarkdown(note)])].join('. ')}`
}

function tableRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

/** Escapes characters that have a meaning in Markdown. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]<>]/g, '\\$&').replace(/^(#{1,6} |[-+] |\d+[.)] )/, '\\$1')
}
