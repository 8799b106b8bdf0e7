/** Tools that list treatments and therapists. */

import { z } from 'zod'
import { createMatcher, filterArguments } from '../../../domain/catalogue/filters.ts'
import { namedOption } from '../../../domain/catalogue/named-option.ts'
import type { Offer } from '../../../domain/catalogue/offer.ts'
import { paginate } from '../../../domain/catalogue/paginate.ts'
import {
  anyWeekday,
  cursorArgument,
  describeField,
  limitArgument,
} from '../../../domain/tools/arguments.ts'
import { categoryArgument } from '../../../domain/tools/offerings.ts'
import type { ToolContext } from '../../../domain/trade/tool-context.ts'
import type { Locale } from '../../../kernel/locale.ts'
import { formatMoney } from '../../../kernel/money.ts'
import { plural } from '../../../kernel/plural.ts'
import { describeTool, forbid, readTool, type Tool } from '../../../kernel/tool.ts'
import { weekdayNames } from '../../../kernel/weekday.ts'
import { serviceArgument } from '../../appointments/arguments.ts'
import { allTreatments } from '../assortment.ts'
import type { SpaFiles } from '../files.ts'
import { offerFilters } from '../filters.ts'

export function listServices(files: SpaFiles, { assortment, pageIndex }: ToolContext): Tool {
  const { therapists } = files.therapists
  const { feelings } = files.feelings
  const treatments = new Map(allTreatments(files).map((treatment) => [treatment.id, treatment]))
  const { memberships, giftCards } = files
  const filters = offerFilters(files)

  const toServiceItem = (offer: Offer, locale: Locale) => {
    const treatment = treatments.get(offer.id)
    return {
      id: offer.id,
      name: offer.name[locale],
      category: offer.category,
      price_vnd: offer.price,
      ...(offer.priceNote && { price_note: offer.priceNote[locale] }),
      ...(treatment && {
        duration_minutes: treatment.minutes,
        therapists: therapists
          .filter((one) => one.treatments.includes(offer.id))
          .map(({ id }) => id),
        feelings: [...treatment.feelings],
        includes: treatment.includes.map((one) => one[locale]),
      }),
      url: pageIndex.addresses(offer.path, locale).html,
    }
  }

  return readTool({
    name: 'list_services',
    title: 'Treatments',
    description:
      'Use for what the spa offers: minutes in the room, price in VND (8% VAT included, no tip), therapists, ' +
      'matching ' +
      `feelings, what is included. Category ${memberships.category.id} lists memberships, ` +
      `${giftCards.category.id} gift cards. For a choice by how the guest feels use suggest_treatment.`,
    changesWith: 'content',
    input: z.strictObject({
      category: categoryArgument(assortment.categories),
      tag: describeField(
        namedOption(feelings).optional(),
        `A feeling’s id or name: ${feelings.map(({ id }) => id).join(', ')}.`,
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
          price_vnd: z.int(),
          price_note: z.string().optional(),
          duration_minutes: z.int().optional(),
          therapists: z.array(z.string()).optional(),
          feelings: z.array(z.string()).optional(),
          includes: z.array(z.string()).optional(),
          url: z.string(),
        }),
      ),
      next_cursor: z.string().nullable(),
      total: z.int(),
    }),
    run({ limit, cursor, ...query }, { locale }) {
      const { category, tag } = query
      const matches = createMatcher(filters, query)
      const matching = assortment.offers.filter(
        (offer) =>
          (category === undefined ? treatments.has(offer.id) : offer.category === category) &&
          (tag === undefined || offer.tags.includes(tag)) &&
          matches(offer),
      )
      const { items, nextCursor } = paginate(matching, JSON.stringify(query), { limit, cursor })
      return {
        services: items.map((offer) => toServiceItem(offer, locale)),
        next_cursor: nextCursor,
        total: matching.length,
      }
    },
    summarize({ services, total }, locale) {
      const some = services
        .slice(0, 3)
        .map(({ name, price_vnd }) => `${name} (${formatMoney(price_vnd, locale)})`)
        .join(', ')
      return {
        vi: total === 0 ? 'Không có mục nào như vậy.' : `${total} mục, như ${some}.`,
        en:
          total === 0
            ? 'No service matches.'
            : `${total} ${plural(total, { one: 'service', other: 'services' })}, such as ${some}.`,
      }[locale]
    },
  })
}

export function listTherapists(files: SpaFiles): Tool {
  const { therapists } = files.therapists
  return readTool({
    name: 'list_therapists',
    title: 'Therapists',
    ...describeTool(
      'Use when the guest asks who works here or wants a certain person: role, gender, working days (ISO weekdays, ' +
        '1 is Monday) and treatments.',
      forbid('There are no photos and no medical titles; do not invent any.'),
    ),
    changesWith: 'content',
    input: z.strictObject({
      gender: genderArgument('Only women or only men.'),
      service_id: serviceArgument(
        allTreatments(files),
        'Only therapists who do this treatment.',
      ).optional(),
      weekday: anyWeekday,
    }),
    output: z.object({
      therapists: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          gender: z.enum(['female', 'male']),
          role: z.string(),
          iso_weekdays: z.array(z.int()),
          days: z.string(),
          treatments: z.array(z.string()),
        }),
      ),
    }),
    run: ({ gender, service_id, weekday }, { locale }) => ({
      therapists: therapists
        .filter(
          (one) =>
            (gender === undefined || one.gender === gender) &&
            (service_id === undefined || one.treatments.includes(service_id)) &&
            (weekday === undefined || one.weekdays.includes(weekday)),
        )
        .map((one) => ({
          id: one.id,
          name: one.name,
          gender: one.gender,
          role: one.role[locale],
          iso_weekdays: [...one.weekdays],
          days: weekdayNames(one.weekdays)[locale],
          treatments: [...one.treatments],
        })),
    }),
    summarize: ({ therapists: people }, locale) =>
      people.map(({ name, days }) => `${name} (${days})`).join('; ') ||
      { vi: 'Không có ai như vậy.', en: 'No one matches.' }[locale],
  })
}

export function genderArgument(description: string) {
  return z.enum(['female', 'male']).optional().meta({ description })
}
