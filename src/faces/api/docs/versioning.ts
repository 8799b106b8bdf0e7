/** The version, the deprecation policy, and what is deprecated with its migration steps. */
import { type Block, heading, paragraph } from '../../../content/document.ts'
import type { Locale } from '../../../kernel/locale.ts'
import { type Deprecation, deprecatedName } from '../deprecation.ts'
import { apiVersion } from '../headers.ts'
import type { DocsContext } from './context.ts'

export function versioningBlocks({ deprecations }: DocsContext, locale: Locale): Block[] {
  return [
    heading({ vi: 'Phiên bản', en: 'Versioning' }[locale], 'versioning'),
    paragraph(
      {
        vi:
          `Phiên bản hiện nay là ${apiVersion}; mọi câu trả lời mang tiêu đề API-Version. ` +
          'Gửi chính tiêu đề đó để ghim phiên bản. Trong 2.x chỉ thêm trường tuỳ chọn và ' +
          'địa chỉ mới; thay đổi phá vỡ là một phiên bản chính mới.',
        en:
          `The current version is ${apiVersion}; every response contains it in the ` +
          'API-Version header. Send the same header to pin the version. Within 2.x only ' +
          'optional fields and new endpoints are added; a breaking change is a new major ' +
          'version.',
      }[locale],
    ),
    paragraph(
      {
        vi:
          'Không có gì bị bỏ mà không báo trước: địa chỉ hoặc phiên bản sắp bỏ mang tiêu đề ' +
          'Deprecation (RFC 9745) từ ngày quyết định và Sunset (RFC 8594) với ngày ngừng, ' +
          'cách nhau ít nhất 90 ngày; /openapi.json ghi deprecated, và các bước chuyển đổi ' +
          'có ở đây.',
        en:
          'Nothing is removed without notice: an endpoint or version that will be removed has ' +
          'a Deprecation header (RFC 9745) from the day of the decision and a Sunset header ' +
          '(RFC 8594) with its last day, at least 90 days later; /openapi.json marks it as ' +
          'deprecated, and the migration steps are here.',
      }[locale],
    ),
    ...(deprecations.all.length === 0
      ? [paragraph(noneText[locale])]
      : deprecationBlocks(deprecations.all, locale)),
  ]
}

const noneText = {
  vi: 'Hiện không có địa chỉ hay phiên bản nào sắp bỏ, nên không có bước chuyển đổi nào.',
  en: 'No endpoint and no version is deprecated at present, so there are no migration steps.',
}

function deprecationBlocks(all: readonly Deprecation[], locale: Locale): Block[] {
  return [
    {
      kind: 'table',
      head: [
        { vi: 'Sắp bỏ', en: 'Deprecated' }[locale],
        'Deprecation',
        'Sunset',
        { vi: 'Thay bằng', en: 'Replacement' }[locale],
      ],
      rows: all.map((one) => [
        [deprecatedName(one)[locale]],
        [one.since],
        [one.until],
        [one.successor ?? '–'],
      ]),
    },
    ...all.flatMap((one): Block[] => [
      {
        kind: 'heading',
        level: 3,
        text: {
          vi: `Chuyển khỏi ${deprecatedName(one).vi}`,
          en: `Migration from ${deprecatedName(one).en}`,
        }[locale],
      },
      { kind: 'list', ordered: true, items: one.migration.map((step) => [step[locale]]) },
    ]),
  ]
}
