/** Pages behind the `type` URLs of problems. */
import { type Block, link, type Page, paragraph } from '../../content/document.ts'
import type { Locale } from '../../kernel/locale.ts'
import { type ProblemCode, problemCodes, problemTable } from '../../kernel/problem-table.ts'

export function problemPages(): Page[] {
  return [problemList(), ...problemCodes.map(problemPage)]
}

function problemPage(code: ProblemCode): Page {
  const { status, title, meaning, remedy } = problemTable[code]
  return {
    path: `/problems/${code}`,
    kind: 'problem',
    document: (locale) => ({
      title: title[locale],
      description: meaning[locale],
      blocks: [
        paragraph(meaning[locale]),
        paragraph(remedy[locale]),
        {
          kind: 'facts',
          rows: [
            ['type', [`/problems/${code}`]],
            ['status', [String(status)]],
          ],
        },
        paragraph(link({ vi: 'Mọi vấn đề', en: 'All problems' }[locale], '/problems')),
      ],
    }),
  }
}

function problemList(): Page {
  return {
    path: '/problems',
    kind: 'problem',
    document: (locale) => ({
      title: { vi: 'Các vấn đề API có thể trả về', en: 'Problems that the API can return' }[locale],
      description: {
        vi: 'Mỗi lỗi dưới /api mang một mã ổn định trong “type”.',
        en: 'Every error under /api has a stable code in “type”.',
      }[locale],
      blocks: [problemTableBlock(locale)],
    }),
  }
}

export function problemTableBlock(locale: Locale): Block {
  return {
    kind: 'table',
    head: [
      'type',
      'status',
      { vi: 'Ý nghĩa', en: 'Meaning' }[locale],
      { vi: 'Cần làm gì', en: 'What to do' }[locale],
    ],
    rows: problemCodes.map((code) => {
      const { status, meaning, remedy } = problemTable[code]
      return [
        [link(code, `/problems/${code}`)],
        [String(status)],
        [meaning[locale]],
        [remedy[locale]],
      ]
    }),
  }
}
