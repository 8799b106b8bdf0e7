/** Text for the operator after the start: where everything is, and the sign-in link of the first owner. */
import type { Locale, LocalizedText } from '../kernel/locale.ts'

export function formatStartupBanner(name: string, base: string, language: Locale): string {
  const links: [url: string, label: LocalizedText][] = [
    [base, texts.site],
    [`${base}/api`, texts.api],
    [`${base}/mcp`, texts.mcp],
    [`${base}/docs`, texts.docs],
    [`${base}/openapi.json`, texts.openapi],
  ]
  const width = `${base}/openapi.json`.length
  const lines = links.map(([url, label]) => `    ${url.padEnd(width)}  ${label[language]}\n`)
  return `\n  ${name} ${texts.open[language]}\n\n${lines.join('')}\n`
}

/** Of the first owner. It is not needed once there is an owner. */
export type OwnerLink = { token: string } | 'not needed' | 'not created'

/** The sign-in link of the first owner is shown only here. */
export function formatDeskBanner(deskUrl: string, ownerLink: OwnerLink, language: Locale): string {
  const deskLine = `    ${deskUrl}          ${texts.desk[language]}\n`
  return `${deskLine}${formatOwnerLink(deskUrl, ownerLink, language)}\n`
}

function formatOwnerLink(deskUrl: string, ownerLink: OwnerLink, language: Locale): string {
  if (ownerLink === 'not needed') return ''
  if (ownerLink === 'not created') return `    ${texts.noLink[language]}\n`
  return `    ${deskUrl}/join/${ownerLink.token}\n${' '.repeat(35)}${texts.owner[language]}\n`
}

const texts = {
  open: { vi: 'đã mở cửa.', en: 'is open.' },
  site: { vi: 'trang của tiệm', en: 'site' },
  api: { vi: 'API, cho chương trình khác', en: 'API, for other programs' },
  mcp: { vi: 'máy chủ MCP, cho trợ lý AI', en: 'MCP server, for AI assistants' },
  docs: { vi: 'cách dùng', en: 'how to use it' },
  openapi: { vi: 'bản mô tả API', en: 'description of the API' },
  desk: { vi: 'quầy, cho nhân viên', en: 'desk, for staff' },
  owner: {
    vi: 'chủ tiệm vào bằng liên kết này, một lần, trong 24 giờ',
    en: 'sign-in link for the owner, valid once, for 24 hours',
  },
  noLink: {
    vi: 'Cơ sở dữ liệu đang bận nên chưa tạo được liên kết cho chủ tiệm. Tạo bằng lệnh: letan staff link',
    en: 'The database is busy, so no sign-in link for the owner was created. Create one with: letan staff link',
  },
} satisfies Record<string, LocalizedText>
