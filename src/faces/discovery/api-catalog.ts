/** /.well-known/api-catalog (RFC 9727): the interfaces of the shop, as a set of links (RFC 9264). */
import type { ServedFile } from '../../http/static-file.ts'
import { agentsMd } from './agents.ts'
import { authMd } from './auth.ts'
import type { DiscoveryContext, DiscoveryFile } from './context.ts'

const path = '/.well-known/api-catalog'
const type = 'application/linkset+json'

type LinkTarget = { href: string; type: string }

export const apiCatalog: DiscoveryFile = {
  path,
  type: `${type}; profile="https://www.rfc-editor.org/info/rfc9727"`,
  description: { vi: 'danh mục API (RFC 9727)', en: 'API catalog (RFC 9727)' },
  headers: ({ base }) => ({ Link: `<${base}${path}>; rel="api-catalog"; type="${type}"` }),
  render(context) {
    const { base } = context
    const [api, mcp] = [`${base}/api`, `${base}/mcp`]
    return JSON.stringify({
      linkset: [
        { anchor: base + path, item: [{ href: api }, { href: mcp }] },
        {
          anchor: api,
          'service-desc': served(context, '/openapi.json'),
          'service-doc': pageTargets(context, '/docs'),
          'service-meta': [authMd, agentsMd].map((file) => linkTarget(base, file)),
          status: [{ href: `${base}/healthz`, type: 'application/json' }],
        },
        {
          anchor: mcp,
          'service-desc': served(context, '/.well-known/mcp/server-card.json'),
          'service-doc': pageTargets(context, '/ai'),
          'service-meta': [authMd, agentsMd].map((file) => linkTarget(base, file)),
        },
      ],
    })
  },
}

function served({ base, served }: DiscoveryContext, path: string): LinkTarget[] {
  return served.filter((file) => file.path === path).map((file) => linkTarget(base, file))
}

/** The type without its parameters. */
function linkTarget(base: string, { path, type }: Pick<ServedFile, 'path' | 'type'>): LinkTarget {
  return { href: base + path, type: type.split(';')[0] ?? type }
}

function pageTargets({ pageIndex }: DiscoveryContext, path: string): LinkTarget[] {
  const { html, markdown } = pageIndex.addresses(path, 'vi')
  return [
    { href: html, type: 'text/html' },
    { href: markdown, type: 'text/markdown' },
  ]
}
