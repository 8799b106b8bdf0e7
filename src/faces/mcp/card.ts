/** The server card, and the catalog that refers to it, for clients that have not connected yet. */
import type { ServedFile } from '../../http/static-file.ts'
import { lazy } from '../../kernel/memoize.ts'
import type { ServerDefinition } from '../../mcp/definition.ts'
import { protocolVersions } from '../../mcp/versions.ts'

/** Readable by pages of any origin, cacheable for an hour. */
const headers = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET',
  'Access-Control-Allow-Headers': 'Content-Type, If-None-Match',
  'Access-Control-Expose-Headers': 'ETag',
  'Cache-Control': 'public, max-age=3600',
}

const cardType = 'application/mcp-server-card+json'

export function cardFiles(definition: () => ServerDefinition, base: string): ServedFile[] {
  const card = lazy(() => cardOf(definition(), base))
  const catalogue = lazy(() => catalogueOf(definition(), base))
  return [
    { path: '/mcp/server-card', type: cardType, body: card, headers },
    { path: '/.well-known/mcp/server-card.json', type: cardType, body: card, headers },
    ...['/.well-known/ai-catalog.json', '/.well-known/ard.json'].map((path) => ({
      path,
      type: 'application/ai-catalog+json',
      body: catalogue,
      headers,
    })),
  ]
}

function cardOf({ info, tools, resources, prompts }: ServerDefinition, base: string): string {
  return JSON.stringify({
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    ...info,
    remotes: [
      {
        type: 'streamable-http',
        url: `${base}/mcp`,
        supportedProtocolVersions: protocolVersions,
      },
    ],
    tools: tools.map(({ described: { name, title, description } }) => ({
      name,
      title,
      description,
    })),
    resources: resources?.list.map(({ uri, title, mimeType }) => ({ uri, title, mimeType })),
    prompts: prompts?.map(({ described: { name, title } }) => ({ name, title })),
  })
}

function catalogueOf({ info, prompts }: ServerDefinition, base: string): string {
  const host = new URL(base).hostname
  return JSON.stringify({
    specVersion: '1.0',
    host: { displayName: info.title, identifier: host },
    entries: [
      {
        identifier: `urn:air:${host}:mcp:${info.name.split('/')[1]}`,
        displayName: info.title,
        description: info.description,
        type: cardType,
        mediaType: cardType,
        url: `${base}/mcp/server-card`,
        representativeQueries: prompts?.map(({ described }) => described.description).slice(0, 5),
      },
    ],
  })
}
