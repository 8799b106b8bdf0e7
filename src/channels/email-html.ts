/** The HTML version of an email: the same text, and its data for mail programs. */
import type { ChannelMessage } from '../kernel/channel.ts'
import { jsonLdScript } from '../kernel/json-ld.ts'

/** Only the message's own links become links, so that no text can add another one. */
export function renderEmailHtml(
  text: string,
  links: readonly string[],
  { locale, data }: NonNullable<ChannelMessage['structuredData']>,
): string {
  const renderLine = (line: string) =>
    links.includes(line)
      ? `<a href="${escapeHtml(line)}">${escapeHtml(line)}</a>`
      : escapeHtml(line)
  const paragraphs = text
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.split('\n').map(renderLine).join('<br>\n')}</p>`)
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
${jsonLdScript(data)}
</head>
<body>
${paragraphs.join('\n')}
</body>
</html>
`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character)
}
