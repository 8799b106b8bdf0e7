/** server.json: the entry of the shop in the MCP registry, with the same texts as its server card. */
import type { Listing } from './listing.ts'

const schema = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'

export function renderServerJson({ base, server }: Listing): string {
  const { name, version, title, description, websiteUrl, icons } = server
  return toJson({
    $schema: schema,
    name,
    title,
    description,
    version,
    websiteUrl,
    icons,
    remotes: [{ type: 'streamable-http', url: `${base}/mcp` }],
  })
}

export function toJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
