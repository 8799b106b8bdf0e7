/** What the setup changes in texts of the sample that stay: mentions of an email address, and links to what is gone. */
const email = String.raw`(?:\*\*)?\{email\}(?:\*\*)?`

const replacements = [
  [`Viết cho ${email} hoặc gọi`, 'Gọi'],
  [`viết cho ${email} hoặc gọi`, 'gọi'],
  [` hoặc viết tới ${email}`, ''],
  [`xin gửi ${email} hoặc gọi`, 'xin gọi'],
  [`qua email ${email} hoặc gọi`, 'bằng cách gọi'],
  [`${email} hoặc gọi`, 'gọi'],
  [`Write to ${email} or call`, 'Call'],
  [`write to ${email} or call`, 'call'],
  [` or write to ${email}`, ''],
  [`at ${email} or by phone`, 'by phone'],
  [`${email}, or call`, 'call us'],
  [`${email} or (?=(?:\\*\\*)?\\{phone\\})`, ''],
].map(([pattern = '', next = '']) => ({ pattern: new RegExp(pattern, 'gu'), next }))

/** For a shop that has no email address: guests are asked to call. */
export function withoutEmail(text: string): string {
  return replacements.reduce((changed, { pattern, next }) => changed.replace(pattern, next), text)
}

/** The words of a link without its address. */
export function withoutLink(text: string, href: string): string {
  const address = href.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return text.replace(new RegExp(`\\[([^\\]]*)\\]\\(<?${address}>?\\)`, 'g'), '$1')
}

/** The same for two texts that differ only in what the setup itself changes. */
export function comparableText(text: string): string {
  return withoutEmail(text.replace(/\[([^\]]*)\]\([^)\s]*\)/g, '$1'))
}
