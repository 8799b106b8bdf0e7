/** The submission file of the ChatGPT directory, and what keeps a shop out of that directory. */
import { isPrepaid } from '../../domain/catalogue/offer.ts'
import { toolHints } from '../../faces/mcp/tools.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import type { Tool } from '../../kernel/tool.ts'
import { truncate } from '../../kernel/truncate.ts'
import type { Listing } from './listing.ts'
import { toJson } from './server-json.ts'
import { negativeCases, positiveCases } from './test-cases.ts'

const minPositiveCases = 5
const maxSubtitleLength = 30

/** Categories of the directory, by trade. */
const categories: Readonly<Record<string, string>> = { restaurant: 'FOOD' }

export function renderChatgptSubmission(listing: Listing): string {
  const { business, shop, tools } = listing
  const trade = `${shop.trade.charAt(0).toUpperCase()}${shop.trade.slice(1)}`
  return toJson({
    $schema: 'https://developers.openai.com/apps-sdk/schemas/chatgpt-app-submission.v1.json',
    schema_version: 1,
    app_info: {
      display_name: business.name,
      subtitle: truncate(`${trade} in ${business.address.city.en}`, maxSubtitleLength),
      description: business.description.en,
      category: categories[shop.trade] ?? 'LIFESTYLE',
    },
    tools: Object.fromEntries(tools.map((tool) => [tool.name, reviewOf(tool)])),
    test_cases: positiveCases(listing)
      .slice(0, minPositiveCases)
      .map(({ tools: triggered, ...testCase }) => ({
        ...testCase,
        tools_triggered: triggered.join(', '),
        file_attachment_urls: null,
        expected_output_url: null,
      })),
    negative_test_cases: negativeCases(listing).map((testCase) => ({
      ...testCase,
      tools_triggered: null,
      file_attachment_urls: null,
      expected_output_url: null,
    })),
  })
}

function reviewOf(tool: Tool): object {
  const { readOnlyHint, openWorldHint, destructiveHint } = toolHints(tool)
  return {
    annotations: { readOnlyHint, openWorldHint, destructiveHint },
    justifications: justifications[tool.kind](tool.title),
  }
}

const justifications: Record<Tool['kind'], (title: string) => object> = {
  read: (title) => ({
    read_only_justification: `“${title}” returns information of the shop and sends no request.`,
    open_world_justification: `“${title}” reads only the data of this shop.`,
    destructive_justification: `“${title}” changes and deletes nothing.`,
  }),
  write: (title) => ({
    read_only_justification: `“${title}” sends a request to the shop’s staff.`,
    open_world_justification: `“${title}” reaches people: staff and guest are notified by mail or message.`,
    destructive_justification: `“${title}” sends a request to the shop’s staff that this tool cannot take back.`,
  }),
}

/** The directory lists physical goods only: no services paid in advance, and no plans. */
const forbiddenTools = ['request_gift_card', 'request_membership', 'list_gift_options']

/** What the owner has to change first, as lines of tools.yaml where that helps. */
export function findChatgptViolations(listing: Listing): LocalizedText[] {
  const { shop, tools } = listing
  const forbidden = forbiddenTools.filter((name) => tools.some((tool) => tool.name === name))
  const isPaymentShown =
    !shop.toolSettings?.hide_payment && shop.assortment.offers.some((offer) => isPrepaid(offer))
  return [
    ...forbidden.map((name) => ({
      vi: `ChatGPT không nhận thẻ trả trước; hãy viết vào tools.yaml, dưới tools: - { name: ${name}, off: true }`,
      en: `ChatGPT does not list prepaid cards; write in tools.yaml under tools: - { name: ${name}, off: true }`,
    })),
    ...(isPaymentShown
      ? [
          {
            vi: 'công cụ còn cho thấy thẻ trả trước và giá; hãy viết vào tools.yaml: hide_payment: true',
            en: 'tools still show prepaid cards and their prices; write in tools.yaml: hide_payment: true',
          },
        ]
      : []),
    ...(positiveCases(listing).length < minPositiveCases
      ? [
          {
            vi: 'quá ít công cụ cho năm ca thử; hãy bật thêm công cụ trong tools.yaml',
            en: 'too few tools for five test cases; turn more tools on in tools.yaml',
          },
        ]
      : []),
    ...missingTerms(listing),
  ]
}

/** Not a violation: the owner decides. Allergens of food are needed for the task. */
export function findChatgptRemarks({ shop, tools }: Listing): LocalizedText[] {
  const health = tools
    .filter(({ input }) => 'health' in input.shape)
    .map(({ name }) => ({
      vi: `${name} hỏi về sức khoẻ, điều mà ChatGPT có thể từ chối; để bỏ, viết vào tools.yaml, dưới tools: - { name: ${name}, without: [health] }`,
      en: `${name} asks about health, which ChatGPT may reject; to leave it out, write in tools.yaml under tools: - { name: ${name}, without: [health] }`,
    }))
  const sellsCards = shop.assortment.offers.some((offer) => isPrepaid(offer))
  return [...health, ...(sellsCards ? cardRemarks(tools) : [])]
}

/** It sells nothing, but it is about cards that were paid in advance. */
function cardRemarks(tools: readonly Tool[]): LocalizedText[] {
  return tools
    .filter(({ name }) => name === 'get_card_balance')
    .map(({ name }) => ({
      vi: `${name} cho biết số dư thẻ trả trước, điều mà ChatGPT có thể từ chối; để tắt, viết vào tools.yaml, dưới tools: - { name: ${name}, off: true }`,
      en: `${name} reports on prepaid cards, which ChatGPT may reject; to turn it off, write in tools.yaml under tools: - { name: ${name}, off: true }`,
    }))
}

function missingTerms({ shop }: Listing): LocalizedText[] {
  if (shop.pages.some(({ slug }) => slug === 'terms')) return []
  return [
    {
      vi: 'chưa có trang điều khoản; hãy thêm pages/terms.vi.md và pages/terms.en.md, như trong cửa hàng mẫu',
      en: 'there is no terms page; add pages/terms.vi.md and pages/terms.en.md, as in the sample shop',
    },
  ]
}
