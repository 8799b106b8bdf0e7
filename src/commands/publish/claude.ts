/** The fields of the form of the Claude directory, filled in. */
import { formatAddress } from '../../content/shop.ts'
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'
import { truncate } from '../../kernel/truncate.ts'
import type { Listing } from './listing.ts'

const maxTaglineLength = 55
const maxDescriptionLength = 2000

export function renderClaudeForm(listing: Listing): string {
  const { base, host, business, shop, tools, pages, prompts, healthTools } = listing
  const { name, description, email, phone } = business
  const tagline = business.tagline ?? description
  const namesOf = (kind: string) =>
    tools.filter((tool) => tool.kind === kind).map((tool) => `\`${tool.name}\``)
  const readNames = namesOf('read')
  const writeNames = namesOf('write')
  const fields: [field: string, value: string][] = [
    ['Name', name],
    ['Slug (permanent)', foldDiacritics(name).replace(/[^a-z0-9]+/g, '-')],
    ['One-liner (at most 200 characters)', tagline.en],
    ['Tagline of an older form (at most 55)', truncate(tagline.en, maxTaglineLength)],
    ['Description (at most 2,000)', truncate(description.en, maxDescriptionLength)],
    [
      'Categories',
      shop.trade === 'restaurant' ? 'Food and drink, Local services' : 'Lifestyle, Local services',
    ],
    ['Author', name],
    ['Icon', `${base}/favicon.ico`],
    ['Server address', `${base}/mcp`],
    ['Transport', 'Streamable HTTP'],
    ['Authentication', 'none'],
    ['Documentation', pages.documentation],
    ['Support', [pages.support, email, phone].filter(Boolean).join(', ')],
    ['Privacy policy', pages.privacy],
    ['Terms', pages.terms],
    ['Company and address', `${name}, ${formatAddress(business, 'en')}, Vietnam`],
    ['Requirements', 'None: no account and no key.'],
    ['Reads', readNames.join(', ')],
    ['Writes', writeNames.join(', ')],
    ['API ownership', `First party: ${host} belongs to ${name}.`],
    [
      'Personal health data',
      healthTools.length > 0
        ? `Yes: ${healthTools.join(', ')} asks for what the guest chooses to state, with consent.`
        : 'No.',
    ],
    ['Sponsored content', 'No.'],
    [
      'Test instructions',
      'No account is needed. Every write has `dry_run: true`, which checks everything and stores nothing.',
    ],
    ['Every tool tested by yourself', '(test each tool once in Claude, then answer yes)'],
  ]
  const acknowledgements: [rule: string, met: string][] = [
    ['The guidelines were read', 'by you'],
    ['Own APIs only', 'the server calls no other service to answer'],
    [
      'No transfer of money or financial assets',
      'no tool takes a payment; orders are paid by bank transfer outside',
    ],
    ['No generation of images, video or audio', 'none'],
    [
      'Descriptions contain no instructions about model behavior or other tools, and no hidden text',
      'tested for all tools; also check the texts that you added in tools.yaml',
    ],
    ['No conversation data beyond the function', 'a tool receives only its arguments'],
    ['Public documentation by the publish date', pages.documentation],
  ]
  return [
    `# ${name}: the form of the Claude directory`,
    'Portal: claude.ai, Admin settings, Directory, Submissions. It needs the owner of a Team or Enterprise organization, with this server already connected as a custom connector. Without one, guests can add the server with this link:',
    connectLink(name, base),
    '## Fields',
    ...fields.map(([field, value]) => `**${field}**\n\n${value}`),
    '## Use cases',
    ...prompts.map((prompt) => `- ${prompt}`),
    '## Acknowledgements',
    ...acknowledgements.map(([rule, met]) => `- ${rule}: ${met}.`),
    '',
  ].join('\n\n')
}

function connectLink(name: string, base: string): string {
  const query = new URLSearchParams({
    modal: 'add-custom-connector',
    connectorName: name,
    connectorUrl: `${base}/mcp`,
  })
  return `<https://claude.ai/customize/connectors?${query}>`
}
