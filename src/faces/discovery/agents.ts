/** /AGENTS.md: when to use the site, and the rules for assistants. */
import type { Operation } from '../../kernel/operation.ts'
import type { Tool } from '../../kernel/tool.ts'
import { protocolVersions } from '../../mcp/versions.ts'
import { type DiscoveryFile, markdownType } from './context.ts'
import { inlineCode, joinBlocks, markdownList, markdownSection } from './markdown.ts'
import { rules } from './rules.ts'
import { whenToUse } from './when-to-use.ts'

export const agentsMd: DiscoveryFile = {
  path: '/AGENTS.md',
  type: markdownType,
  description: {
    vi: 'khi nào nên dùng trang này, và quy tắc cho trợ lý',
    en: 'when to use the site, and the rules for assistants',
  },
  render(context) {
    const { base, business, tools, operations } = context
    const { name, description, phone, email, messaging } = business
    const reading = tools.filter(({ kind }) => kind === 'read')
    const writing = tools.filter(({ kind }) => kind === 'write')
    return joinBlocks(
      `# AGENTS.md: ${name}`,
      description.en,
      markdownSection('When to use', markdownList(whenToUse(context))),
      markdownSection(
        'Rules',
        markdownList(rules(context).map(({ en }) => en)),
        'What the descriptions of the tools below state also applies to the endpoints.',
      ),
      markdownSection(
        'Connect',
        markdownList([
          `MCP: ${inlineCode(`${base}/mcp`)}, Streamable HTTP, versions ${protocolVersions.join(', ')}.`,
          `HTTP: ${inlineCode(`${base}/api`)}, described in ${inlineCode(`${base}/openapi.json`)} (OpenAPI 3.1).`,
          'Pages: add .md to any path of the site, or send Accept: text/markdown.',
        ]),
      ),
      markdownSection('Tools that read', markdownList(reading.map(formatTool))),
      markdownSection('Tools that send something', markdownList(writing.map(formatTool))),
      markdownSection('Endpoints', markdownList(operations.map(formatEndpoint))),
      markdownSection(
        'People',
        markdownList([
          `Phone: ${phone}`,
          ...messaging.map(({ name, address }) => `${name}: ${address}`),
          ...(email === undefined ? [] : [`Email: ${email}`]),
        ]),
      ),
    )
  },
}

function formatTool({ name, title, description }: Tool): string {
  return `${inlineCode(name)} (${title}): ${description}`
}

function formatEndpoint(operation: Operation): string {
  const { http, summary } = operation
  const dryRun = operation.kind === 'write' && operation.dryRun ? ' Supports dry_run=1.' : ''
  return `${inlineCode(`${http.method} ${http.path}`)}: ${summary.en}.${dryRun}`
}
