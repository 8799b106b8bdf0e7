/** What all directories of MCP servers ask about a shop, from its content and its server card. */
import type { AppRoutes } from '../../app.ts'
import type { Business } from '../../content/shop.ts'
import type { Shop } from '../../domain/trade/trade.ts'
import { type LocalizedText, localPath } from '../../kernel/locale.ts'
import type { Tool } from '../../kernel/tool.ts'
import { UserError } from '../../kernel/user-error.ts'
import type { ServerInfo } from '../../mcp/definition.ts'

export type Listing = {
  base: string
  host: string
  shop: Shop
  business: Business
  tools: readonly Tool[]
  server: ServerInfo
  /** Messages of the prompts, as a guest would write them. */
  prompts: readonly string[]
  /** The tools that ask about health. */
  healthTools: readonly string[]
  pages: { privacy: string; terms: string; support: string; documentation: string }
}

export function createListing(shop: Shop, routes: AppRoutes, base: string): Listing {
  const { hostname, protocol } = new URL(base)
  if (protocol !== 'https:' || !isPublicName(hostname)) throw new NotPublic(base)
  const questions = shop.booking.questions.filter(({ sensitivity }) => sensitivity === 'health')
  const isHealthTool = ({ input }: Tool) => questions.some(({ name }) => name in input.shape)
  const english = (path: string) => `${base}${localPath(path, 'en', shop.languages)}`
  return {
    base,
    host: hostname,
    shop,
    business: shop.business,
    tools: routes.tools,
    server: routes.serverInfo(),
    prompts: shop.prompts
      .filter(({ tool }) => routes.tools.some(({ name }) => name === tool))
      .map((prompt) => {
        const required = prompt.arguments.filter(({ required }) => required)
        return prompt.message(Object.fromEntries(required.map(({ name }) => [name, '…'])), 'en')
      }),
    healthTools: routes.tools.filter(isHealthTool).map(({ name }) => name),
    pages: {
      privacy: english('/privacy'),
      terms: english('/terms'),
      support: english('/contact'),
      documentation: english('/ai'),
    },
  }
}

/** A name that others can reach: not this machine, not an address, not a name of a local network. */
function isPublicName(host: string): boolean {
  return /\.[a-z][a-z0-9-]*$/i.test(host) && !/\.(localhost|local|internal|home|lan)$/i.test(host)
}

class NotPublic extends UserError {
  override readonly localizedMessage: LocalizedText

  constructor(base: string) {
    const localizedMessage = {
      vi: `BASE_URL là ${base}. Danh mục chỉ nhận địa chỉ https công khai; hãy đặt BASE_URL là địa chỉ mà khách dùng.`,
      en: `BASE_URL is ${base}. Directories accept only a public https address. Set BASE_URL to the address that guests use.`,
    }
    super(localizedMessage.en)
    this.name = 'NotPublic'
    this.localizedMessage = localizedMessage
  }
}
