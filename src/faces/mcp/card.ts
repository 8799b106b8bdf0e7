/** What can be known of the server before it is called: its card, and the catalogue that leads to it. */
import type { ServedFile } from '../../http/file.ts'
import type { Definition } from '../../mcp/definition.ts'
import { servedVersions } from '../../mcp/versions.ts'

/** A card may be read by pages of any origin and kept for an hour. */
const headers = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET',
  'Access-Control-Allow-Headers': 'Content-Type, If-None-Match',
  'Access-Control-Expose-Headers': 'ETag',
  'Cache-Control': 'public, max-age=3600',
}

export function cardFiles(
  { info, tools, resources, prompts }: Definition,
  base: string,
): ServedFile[] {
  const card = JSON.stringify({
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    ...info,
    remotes: [
      {
        type: 'streamable-http',
        url: `${base}/mcp`,
        supportedProtocolVersions: servedVersions,
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
  const type = 'application/mcp-server-card+json'
  const host = new URL(base).hostname
  const catalogue = JSON.stringify({
    specVersion: '1.0',
    host: { displayName: info.title, identifier: host },
    entries: [
      {
        identifier: `urn:air:${host}:mcp:${info.name.split('/')[1]}`,
        displayName: info.title,
        description: info.description,
        type,
        mediaType: type,
        url: `${base}/mcp/server-card`,
        representativeQueries: prompts?.map(({ described }) => described.description).slice(0, 5),
      },
    ],
  })
  return [
    { path: '/mcp/server-card', type, body: card, headers },
    { path: '/.well-known/mcp/server-card.json', type, body: card, headers },
    ...['/.well-known/ai-catalog.json', '/.well-known/ard.json'].map((path) => ({
      path,
      type: 'application/ai-catalog+json',
      body: catalogue,
      headers,
    })),
  ]
}
