/** security.txt (RFC 9116): whom to tell of a weakness. */
import { locales } from '../../kernel/locale.ts'
import { day, stamp } from '../../kernel/time.ts'
import { type Facts, type MachineFile, plainType } from './context.ts'

const paths = ['/.well-known/security.txt', '/security.txt']

/** It is written anew at each start, and must not promise more than a year. */
const validFor = 300 * day

export const securityTxt: readonly MachineFile[] = paths.map((path) => ({
  path,
  type: plainType,
  about: { vi: 'báo lỗ hổng bảo mật cho ai', en: 'whom to tell of a weakness' },
  write: contact,
}))

function contact({ base, business, library, now }: Facts): string {
  return [
    `Contact: mailto:${business.email}`,
    `Expires: ${stamp(now() + validFor)}`,
    `Preferred-Languages: ${locales.join(', ')}`,
    ...paths.map((path) => `Canonical: ${base}${path}`),
    ...(library.page('/security') ? [`Policy: ${library.address('/security', 'en').html}`] : []),
    '',
  ].join('\n')
}
