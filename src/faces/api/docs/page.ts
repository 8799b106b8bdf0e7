/** /docs: the API reference in both languages, derived from the declarations that the API itself uses. */
import { type Page, paragraph } from '../../../content/document.ts'
import { vatText } from '../../../content/shop.ts'
import type { LocalizedText } from '../../../kernel/locale.ts'
import { authenticationBlocks } from './authentication.ts'
import {
  assistantBlocks,
  cachingBlocks,
  languageBlocks,
  paginationBlocks,
  startBlocks,
} from './basics.ts'
import { consentBlocks } from './consent.ts'
import type { DocsContext } from './context.ts'
import { endpointBlocks } from './endpoints.ts'
import { errorBlocks } from './errors.ts'
import { eventBlocks } from './events.ts'
import { limitBlocks } from './limits.ts'
import { resourceBlocks } from './resources.ts'
import { stateBlocks } from './states.ts'
import { versioningBlocks } from './versioning.ts'
import { writingBlocks } from './writing.ts'

export function docsPage(context: DocsContext): Page {
  const { name } = context.business
  const title = { vi: 'Tài liệu API', en: 'API documentation' }
  return {
    path: '/docs',
    kind: 'page',
    title,
    document: (locale) => ({
      title: title[locale],
      description: {
        vi: `API công khai của ${name}: không cần khoá, không cần đăng nhập.`,
        en: `The public API of ${name}: no key, no login.`,
      }[locale],
      blocks: [
        paragraph(opening(context)[locale]),
        ...startBlocks(context, locale),
        ...authenticationBlocks(locale),
        ...endpointBlocks(context, locale),
        ...resourceBlocks(context, locale),
        ...stateBlocks(context, locale),
        ...languageBlocks(locale),
        ...paginationBlocks(context, locale),
        ...writingBlocks(context, locale),
        ...consentBlocks(context.operations, context.consents, locale),
        ...eventBlocks(context, locale),
        ...errorBlocks(locale),
        ...limitBlocks(context, locale),
        ...assistantBlocks(context, locale),
        ...cachingBlocks(locale),
        ...versioningBlocks(context, locale),
      ],
    }),
  }
}

function opening({ business }: DocsContext): LocalizedText {
  const vat = vatText(business)
  return {
    vi: `Mọi địa chỉ đều công khai và ẩn danh. Giờ là giờ Việt Nam, giá bằng đồng${vat.vi}.`,
    en: `All endpoints are public and anonymous. Times are Vietnam time, prices are in dong${vat.en}.`,
  }
}
