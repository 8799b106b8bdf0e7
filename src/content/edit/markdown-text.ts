/** A Markdown file with front matter, changed so that the rest of it stays as it was written. */
import { parseFrontMatter } from '../source.ts'
import { parseValue, rewriteYaml } from './rewrite-yaml.ts'

export type MarkdownText = { head: Readonly<Record<string, unknown>>; body: string }

/** Empty if there is no file, or no front matter. */
export function readMarkdown(text: string | null): MarkdownText {
  const plain = (text ?? '').replace(/\r\n/g, '\n')
  const front = parseFrontMatter(plain)
  const head = front && parseValue(front.yaml)
  const body = plain.slice(front?.length ?? 0).trim()
  return { head: (head as MarkdownText['head'] | undefined) ?? {}, body }
}

export function writeMarkdown(text: string | null, { head, body }: MarkdownText): string {
  const before = text ?? ''
  const front = parseFrontMatter(before)
  const yaml = rewriteYaml(front?.yaml ?? '', head).trimEnd()
  const rest = before.slice(front?.length ?? 0)
  const isSameBody = readMarkdown(text).body === body
  const end = before.includes('\r\n') ? '\r\n' : '\n'
  const written = `${end}${body.replaceAll('\n', end)}${end}`
  return `---${end}${yaml}${end}---${end}${isSameBody ? rest : written}`
}
