/** What whoever started the program reads when the doors are open. */
import type { Locale, Words } from '../kernel/locale.ts'

export function whereToLook(name: string, base: string, language: Locale): string {
  const places: [address: string, what: Words][] = [
    [base, words.site],
    [`${base}/api`, words.api],
    [`${base}/mcp`, words.mcp],
    [`${base}/docs`, words.docs],
    [`${base}/openapi.json`, words.openapi],
  ]
  const width = `${base}/openapi.json`.length
  const lines = places.map(([address, what]) => `    ${address.padEnd(width)}  ${what[language]}\n`)
  return `\n  ${name} ${words.open[language]}\n\n${lines.join('')}\n`
}

/** The first owner comes in by a link that is shown once, here. */
export function whereTheDeskIs(
  deskUrl: string,
  ownerLink: string | undefined,
  language: Locale,
): string {
  const first = `    ${deskUrl}/join/${ownerLink}\n${' '.repeat(35)}${words.owner[language]}\n`
  return `    ${deskUrl}          ${words.desk[language]}\n${ownerLink === undefined ? '' : first}\n`
}

const words = {
  open: { vi: 'đã mở cửa.', en: 'is open.' },
  site: { vi: 'trang của tiệm', en: 'the site' },
  api: { vi: 'API, cho chương trình khác', en: 'the API, for programs' },
  mcp: { vi: 'máy chủ MCP, cho trợ lý AI', en: 'the MCP server, for assistants' },
  docs: { vi: 'cách dùng', en: 'how to use it' },
  openapi: { vi: 'bản mô tả API', en: 'its description' },
  desk: { vi: 'quầy, cho nhân viên', en: 'the desk, for staff' },
  owner: {
    vi: 'chủ tiệm vào bằng liên kết này, một lần, trong 24 giờ',
    en: 'the owner comes in by this link, once, within 24 hours',
  },
} satisfies Record<string, Words>
