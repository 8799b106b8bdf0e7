/** security.txt (RFC 9116): contact for vulnerability reports. */
import { telephoneLink } from '../../content/shop.ts'
import { day, toIsoString } from '../../kernel/time.ts'
import { type DiscoveryContext, type DiscoveryFile, plainType } from './context.ts'

const paths = ['/.well-known/security.txt', '/security.txt']

/** Written again at each start; the RFC recommends less than a year. */
const validityMs = 300 * day

export const securityTxt: readonly DiscoveryFile[] = paths.map((path) => ({
  path,
  type: plainType,
  description: { vi: 'báo lỗ hổng bảo mật cho ai', en: 'contact for vulnerability reports' },
  render: renderSecurityTxt,
}))

function renderSecurityTxt({
  base,
  business,
  languages,
  pageIndex,
  now,
}: DiscoveryContext): string {
  return [
    `Contact: ${business.email === undefined ? telephoneLink(business) : `mailto:${business.email}`}`,
    `Expires: ${toIsoString(now() + validityMs)}`,
    `Preferred-Languages: ${languages.join(', ')}`,
    ...paths.map((path) => `Canonical: ${base}${path}`),
    ...(pageIndex.findPage('/security')
      ? [`Policy: ${pageIndex.addresses('/security', 'en').html}`]
      : []),
    '',
  ].join('\n')
}
