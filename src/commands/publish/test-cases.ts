/** Test cases for the reviewers of a directory, from the content of the shop. */
import { vatText } from '../../content/shop.ts'
import { isPrepaid } from '../../domain/catalogue/offer.ts'
import { formatMoney } from '../../kernel/money.ts'
import type { Tool } from '../../kernel/tool.ts'
import type { Listing } from './listing.ts'

type TestCase = { description: string; user_prompt: string; expected_output: string }

type PositiveCase = TestCase & { tools: readonly string[] }

/** A guest in examples, which end before anything is sent. */
const guest = 'Lan Nguyen, +84 912 345 678'

/** Cases whose tools are all on, the most important first. */
export function positiveCases({ business, shop, tools }: Listing): PositiveCase[] {
  const { name, address } = business
  const findTool = (matches: (tool: Tool) => boolean) => tools.find(matches)?.name ?? ''
  const freeTimes = findTool((tool) => tool.kind === 'read' && 'date' in tool.input.shape)
  const request = findTool(
    (tool) => tool.kind === 'write' && tool.operation.http.path === '/api/booking',
  )
  const isForService = tools.some(({ input }) => 'service_id' in input.shape)
  const offer = shop.assortment.offers.find((one) => one.price > 0 && !isPrepaid(one))
  const bookable = shop.assortment.offers.find((one) => one.bookable && !isPrepaid(one))
  const visit = isForService ? `“${bookable?.name.en}”` : 'a table for two'
  const [faq] = shop.faqs.faqs
  const vat = vatText(shop.business).en
  const [article] = shop.articles
  const cases: PositiveCase[] = [
    {
      description: 'Opening hours and address.',
      user_prompt: `When is ${name} open on Saturday, and how do I get there?`,
      tools: ['get_business_info'],
      expected_output: `The opening hours of Saturday, the address ${address.street}, ${address.city.en}, and the directions.`,
    },
    {
      description: 'The price of an offer.',
      user_prompt: `What does “${offer?.name.en}” cost at ${name}?`,
      tools: ['list_offerings'],
      expected_output: `${formatMoney(offer?.price ?? 0, 'en')}${vat}.`,
    },
    {
      description: 'Free times of a day.',
      user_prompt: `Which times are free for ${visit} at ${name} next Friday?`,
      tools: [freeTimes],
      expected_output:
        'The free start times of that day in Vietnam time, or the next free days. Nothing is reserved.',
    },
    {
      description: 'A booking request, up to the preview.',
      user_prompt: `Request ${visit} at ${name} next Friday at the first free time for ${guest}. Show me the details first.`,
      tools: [freeTimes, request],
      expected_output:
        'A preview with all details and the consent text. Nothing is stored until the guest agrees; then the request is pending until staff confirm it.',
    },
    {
      description: 'A question that the shop has answered.',
      user_prompt: `${faq?.question.en} I ask about ${name}.`,
      tools: ['list_faqs'],
      expected_output: `The shop’s own answer: ${faq?.answer.en}`,
    },
    {
      description: 'A callback, up to the preview.',
      user_prompt: `Ask ${name} to call me back about a family celebration: ${guest}. Show me the details first.`,
      tools: ['submit_contact_request'],
      expected_output:
        'A preview with name, number and subject. Nothing is sent until the guest agrees.',
    },
    {
      description: 'The price list.',
      user_prompt: `Show me the price list of ${name}.`,
      tools: ['get_pricing'],
      expected_output: `All prices in dong${vat}, and what they include.`,
    },
    {
      description: 'An article of the site.',
      user_prompt: `What does ${name} write about “${article?.en.head.title}”?`,
      tools: ['search_content', 'read_page'],
      expected_output: `A summary of the article “${article?.en.head.title}”.`,
    },
  ]
  const isOn = (one: string) => tools.some(({ name }) => name === one)
  return cases.filter((one) => one.tools.every(isOn))
}

/** Requests for which no tool of the shop should be called. */
export function negativeCases({ business: { name, address } }: Listing): TestCase[] {
  const expected = `No tool is called: the tools are about ${name} only.`
  return [
    {
      description: 'A trip, which the shop does not sell.',
      user_prompt: `Book a flight from ${address.city.en} to Singapore on Friday.`,
      expected_output: expected,
    },
    {
      description: 'A question about something else.',
      user_prompt: `What will the weather be like in ${address.city.en} tomorrow?`,
      expected_output: expected,
    },
    {
      description: 'Another business.',
      user_prompt: 'Write a review of a hotel in Bangkok for me.',
      expected_output: expected,
    },
  ]
}
