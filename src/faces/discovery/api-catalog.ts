/** /.well-known/api-catalog (RFC 9727): the interfaces of the shop, as a set of links (RFC 9264). */
import type { ServedFile } from '../../http/static-file.ts'
import { agentsMd } from './agents.ts'
import { authMd } from './auth.ts'
import type { Facts, MachineFile } from './context.ts'

const path = '/.well-known/api-catalog'
const type = 'application/linkset+json'

type Target = { href: string; type: string }

export const apiCatalog: MachineFile = {
  path,
  type: `${type}; profile="https://www.rfc-editor.org/info/rfc9727"`,
  about: { vi: 'danh mục API (RFC 9727)', en: 'the API catalogue (RFC 9727)' },
  headers: ({ base }) => ({ Link: `<${base}${path}>; rel="api-catalog"; type="${type}"` }),
  write(facts) {
    const { base } = facts
    const [api, mcp] = [`${base}/api`, `${base}/mcp`]
    return JSON.stringify({
      linkset: [
        { anchor: base + path, item: [{ href: api }, { href: mcp }] },
        {
          anchor: api,
          'service-desc': served(facts, '/openapi.json'),
          'service-doc': page(facts, '/docs'),
          'service-meta': [authMd, agentsMd].map((file) => target(base, file)),
          status: [{ href: `${base}/healthz`, type: 'application/json' }],
        },
        {
          anchor: mcp,
          'service-desc': served(facts, '/.well-known/mcp/server-card.json'),
          'service-doc': page(facts, '/ai'),
          'service-meta': [authMd, agentsMd].map((file) => target(base, file)),
        },
      ],
    })
  },
}

function served({ base, served }: Facts, path: string): Target[] {
  return served.filter((file) => file.path === path).map((file) => target(base, file))
}

/** The type without its parameters. */
function target(base: string, { path, type }: Pick<ServedFile, 'path' | 'type'>): Target {
  return { href: base + path, type: type.split(';')[0] ?? type }
}

function page({ library }: Facts, path: string): Target[] {
  const { html, markdown } = library.address(path, 'vi')
  return [
    { href: html, type: 'text/html' },
    { href: markdown, type: 'text/markdown' },
  ]
}
