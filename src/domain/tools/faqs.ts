/** Tool that lists frequently asked questions. */
import { z } from 'zod'
import { readTool, type Tool } from '../../kernel/tool.ts'
import { namedOption } from '../catalogue/named-option.ts'
import { paginate } from '../catalogue/paginate.ts'
import type { ToolContext } from '../trade/tool-context.ts'
import { cursorArgument, describeField, limitArgument, queryArgument } from './arguments.ts'

export function listFaqs({ faqs: { topics, faqs }, search }: ToolContext): Tool {
  return readTool({
    name: 'list_faqs',
    title: 'Questions and answers',
    description:
      'Use for questions about policy, payment, guarantees and the like: the shop’s own answers, by topic or ' +
      'words. Repeat them unchanged; if none matches, say so and offer the phone number or ' +
      'submit_contact_request.',
    changesWith: 'content',
    input: z.strictObject({
      topic: describeField(
        namedOption(topics).optional(),
        `A topic’s id or name: ${topics.map(({ id }) => id).join(', ')}.`,
        { maxLength: 100 },
      ),
      query: queryArgument.optional().meta({ description: 'Words to search for.' }),
      limit: limitArgument(5, 10),
      cursor: cursorArgument,
    }),
    output: z.object({
      faqs: z.array(z.object({ question: z.string(), answer: z.string(), topic: z.string() })),
      next_cursor: z.string().nullable(),
      total: z.int(),
    }),
    run({ topic, query, limit, cursor }, { locale }) {
      const found =
        query === undefined
          ? faqs
          : search
              .findBestMatches(query, 'faq')
              .flatMap(({ entry }) => faqs.filter(({ id }) => id === entry.id))
      const matching = found.filter((faq) => topic === undefined || faq.topic === topic)
      const { items, nextCursor } = paginate(matching, JSON.stringify([topic, query]), {
        limit,
        cursor,
      })
      return {
        faqs: items.map((faq) => ({
          question: faq.question[locale],
          answer: faq.answer[locale],
          topic: faq.topic,
        })),
        next_cursor: nextCursor,
        total: matching.length,
      }
    },
    summarize({ faqs: [first] }, locale) {
      if (first) return `${first.question} ${first.answer}`
      return { vi: 'Chưa có câu trả lời sẵn.', en: 'There is no prepared answer to that.' }[locale]
    },
  })
}
