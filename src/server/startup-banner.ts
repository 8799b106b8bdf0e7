/** What whoever started the program reads when the doors are open. */
import type { Locale, LocalizedText } from '../kernel/locale.ts'

export function formatStartupBanner(name: string, base: string, language: Locale): string {
  const links: [address: string, what: LocalizedText][] = [
    [base, texts.site],
    [`${base}/api`, texts.api],
    [`${base}/mcp`, texts.mcp],
    [`${base}/docs`, texts.docs],
    [`${base}/openapi.json`, texts.openapi],
  ]
  const width = `${base}/openapi.json`.length
  const lines = links.map(
    ([address, label]) => `    ${address.padEnd(width)}  ${label[language]}\n`,
  )
  return `\n  ${name} ${texts.open[language]}\n\n${lines.join('')}\n`
}

/** The first owner comes in by a link that is shown once, here. */
export function formatDeskBanner(
  deskUrl: string,
  ownerLink: string | undefined,
  language: Locale,
): string {
  const ownerLine = `    ${deskUrl}/join/${ownerLink}\n${' '.repeat(35)}${texts.owner[language]}\n`
  return `    ${deskUrl}          ${texts.desk[language]}\n${ownerLink === undefined ? '' : ownerLine}\n`
}

const texts = {
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
} satisfies Record<string, LocalizedText>
