/** Tool that lists services with prices by hair length. */

import { z } from 'zod'
import { createMatcher, filterArguments } from '../../../domain/catalogue/filters.ts'
import { namedOption } from '../../../domain/catalogue/named-option.ts'
import { paginate } from '../../../domain/catalogue/paginate.ts'
import { cursorArgument, describeField, limitArgument } from '../../../domain/tools/arguments.ts'
import { categoryArgument } from '../../../domain/tools/offerings.ts'
import type { ToolContext } from '../../../domain/trade/tool-context.ts'
import type { Locale } from '../../../kernel/locale.ts'
import { formatMoney } from '../../../kernel/money.ts'
import { plural } from '../../../kernel/plural.ts'
import { describeTool, forbid, readTool, type Tool } from '../../../kernel/tool.ts'
import type { SalonFiles } from '../files.ts'
import { offerFilters } from '../filters.ts'
import { allServices, type Service } from '../services.ts'

export function listServices(files: SalonFiles, { assortment, pageIndex }: ToolContext): Tool {
  const services = allServices(files)
  const { stylists } = files.stylists
  const { lengths } = files.lengths
  const { needs } = files.needs
  const filters = offerFilters(files)
  const reaches = lengths.map(({ id, reaches }) => `${id} (${reaches.en})`).join(', ')

  const toServiceItem = (
    { id, name, category, price, minutes, length, listed }: Service,
    locale: Locale,
  ) => ({
    id,
    name: name[locale],
    category,
    ...(length && { length: length.id }),
    price_vnd: price,
    duration_minutes: minutes,
    stylists: stylists.filter((one) => one.services.includes(listed.id)).map((one) => one.id),
    needs: [...listed.needs],
    includes: listed.includes.map((one) => one[locale]),
    patch_test: listed.patch_test,
    url: pageIndex.addresses(`/services/${id}`, locale).html,
  })

  return readTool({
    name: 'list_services',
    title: 'Services and prices',
    ...describeTool(
      'Use for what the salon does: minutes in the chair, price in VND (8% VAT included, no tip), stylists, what ' +
        'is included. If length changes the price, each length is a separate service: ask how long the hair is. ' +
        `${reaches}.`,
      forbid('Promise no exact shade or curl.'),
      'patch_test true: ask about reactions to hair dye before booking.',
    ),
    changesWith: 'content',
    input: z.strictObject({
      category: categoryArgument(assortment.categories),
      tag: describeField(
        namedOption(needs).optional(),
        `A need’s id or name: ${needs.map(({ id }) => id).join(', ')}.`,
        { maxLength: 100 },
      ),
      ...filterArguments(filters),
      limit: limitArgument(5, 10),
      cursor: cursorArgument,
    }),
    output: z.object({
      services: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          category: z.string(),
          length: z.string().optional(),
          price_vnd: z.int(),
          duration_minutes: z.int(),
          stylists: z.array(z.string()),
          needs: z.array(z.string()),
          includes: z.array(z.string()),
          patch_test: z.boolean(),
          url: z.string(),
        }),
      ),
      next_cursor: z.string().nullable(),
      total: z.int(),
    }),
    run({ limit, cursor, ...query }, { locale }) {
      const { category, tag } = query
      const matches = createMatcher(filters, query)
      const matching = services.filter(
        (one) =>
          (category === undefined || one.category === category) &&
          (tag === undefined || one.listed.needs.includes(tag)) &&
          matches(one),
      )
      const { items, nextCursor } = paginate(matching, JSON.stringify(query), { limit, cursor })
      return {
        services: items.map((one) => toServiceItem(one, locale)),
        next_cursor: nextCursor,
        total: matching.length,
      }
    },
    summarize({ services, total }, locale) {
      const some = services
        .slice(0, 3)
        .map(({ name, price_vnd }) => `${name} (${formatMoney(price_vnd, locale)})`)
        .join('; ')
      return {
        vi: total === 0 ? 'Không có dịch vụ nào như vậy.' : `${total} dịch vụ, như ${some}.`,
        en:
          total === 0
            ? 'No service matches.'
            : `${total} ${plural(total, { one: 'service', other: 'services' })}, such as ${some}.`,
      }[locale]
    },
  })
}
