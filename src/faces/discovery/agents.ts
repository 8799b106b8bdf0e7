/** /AGENTS.md: when to use the site, and the rules for assistants. */
import type { Operation } from '../../kernel/operation.ts'
import type { Tool } from '../../kernel/tool.ts'
import { servedVersions } from '../../mcp/versions.ts'
import { type MachineFile, markdownType } from './context.ts'
import { bullets, code, section, text } from './markdown.ts'
import { rules } from './rules.ts'
import { whenToUse } from './when-to-use.ts'

export const agentsMd: MachineFile = {
  path: '/AGENTS.md',
  type: markdownType,
  about: {
    vi: 'khi nào nên dùng trang này, và quy tắc cho trợ lý',
    en: 'when to use the site, and the rules for assistants',
  },
  write(facts) {
    const { base, business, tools, operations } = facts
    const { name, description, phone, email, messaging } = business
    const reading = tools.filter(({ kind }) => kind === 'read')
    const writing = tools.filter(({ kind }) => kind === 'write')
    return text(
      `# AGENTS.md: ${name}`,
      description.en,
      section('When to use', bullets(whenToUse(facts))),
      section(
        'Rules',
        bullets(rules(facts).map(({ en }) => en)),
        'Each tool below adds its own; they hold for the endpoints too.',
      ),
      section(
        'Connect',
        bullets([
          `MCP: ${code(`${base}/mcp`)}, Streamable HTTP, versions ${servedVersions.join(', ')}.`,
          `HTTP: ${code(`${base}/api`)}, described in ${code(`${base}/openapi.json`)} (OpenAPI 3.1).`,
          'Pages: add .md to any path of the site, or send Accept: text/markdown.',
        ]),
      ),
      section('Tools that read', bullets(reading.map(toolLine))),
      section('Tools that send something', bullets(writing.map(toolLine))),
      section('Endpoints', bullets(operations.map(endpointLine))),
      section(
        'People',
        bullets([
          `Phone: ${phone}`,
          ...messaging.map(({ name, address }) => `${name}: ${address}`),
          `E-mail: ${email}`,
        ]),
      ),
    )
  },
}

function toolLine({ name, title, description }: Tool): string {
  return `${code(name)} (${title}): ${description}`
}

function endpointLine(operation: Operation): string {
  const { http, summary } = operation
  const dryRun = operation.kind === 'write' && operation.dryRun ? ' Takes dry_run=1.' : ''
  return `${code(`${http.method} ${http.path}`)}: ${summary.en}.${dryRun}`
}
