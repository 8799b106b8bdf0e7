/** The limits of the API, as a table. */
import { type Block, heading, paragraph } from '../../../content/document.ts'
import { bodyLimitBytes, headerLimitBytes } from '../../../http/request.ts'
import { fairShareLimits } from '../../../kernel/fair-share-limits.ts'
import type { Locale, LocalizedText } from '../../../kernel/locale.ts'
import { changesPerWrite, type Operation } from '../../../kernel/operation.ts'
import { rateLimitPolicy } from '../headers.ts'
import { keyLength } from '../idempotency-key.ts'
import type { DocsContext } from './context.ts'
import { ownParameters, type PublishedApi } from './published-api.ts'

type Limit = { name: LocalizedText; value: LocalizedText; appliesTo: string }

export function limitBlocks(context: DocsContext, locale: Locale): Block[] {
  const { writeLimit } = context
  return [
    heading({ vi: 'Giới hạn', en: 'Limits' }[locale], 'limits'),
    {
      kind: 'table',
      head: [
        { vi: 'Giới hạn', en: 'Limit' }[locale],
        { vi: 'Giá trị', en: 'Value' }[locale],
        { vi: 'Áp dụng cho', en: 'Applies to' }[locale],
      ],
      rows: limitsOf(context).map(({ name, value, appliesTo }) => [
        [name[locale]],
        [value[locale]],
        [appliesTo],
      ]),
    },
    paragraph(
      {
        vi:
          `Mọi câu trả lời nêu giới hạn trong RateLimit-Policy: ${rateLimitPolicy(writeLimit)}. ` +
          'Câu trả lời của một lần ghi nêu số lượt còn lại (r) và số giây tới lượt mới (t) ' +
          'trong RateLimit; 429 và 503 nêu số giây cần đợi trong Retry-After.',
        en:
          `Every response states the limit in RateLimit-Policy: ${rateLimitPolicy(writeLimit)}. ` +
          'The response to a write states the remaining writes (r) and the seconds until more ' +
          'are available (t) in RateLimit; 429 and 503 state the seconds to wait in Retry-After.',
      }[locale],
    ),
  ]
}

/** Requests about the client's own booking or card, which name a part of its phone number. */
function limitsGuesses(operation: Operation): boolean {
  if (operation.kind !== 'write') return false
  return operation.limit === 'changes' || operation.problems.includes('rate-limited')
}

function limitsOf({ operations, publishedApi, writeLimit, horizonDays }: DocsContext): Limit[] {
  const pathsOf = (isIncluded: (operation: Operation) => boolean) =>
    operations
      .filter(isIncluded)
      .map(({ http }) => http.path)
      .join(', ')
  const allWrites = pathsOf(({ kind }) => kind === 'write')
  return [
    {
      name: { vi: 'Đọc', en: 'Reads' },
      value: { vi: 'không giới hạn', en: 'not limited' },
      appliesTo: 'GET, HEAD',
    },
    {
      name: { vi: 'Ghi', en: 'Writes' },
      value: {
        vi: `${writeLimit} lần mỗi giờ cho một địa chỉ IP`,
        en: `${writeLimit} per hour and IP address`,
      },
      appliesTo: `${pathsOf((one) => one.kind === 'write' && one.limit === 'writes')}, /mcp`,
    },
    {
      name: { vi: 'Xin đổi hoặc huỷ', en: 'Requests for a change' },
      value: {
        vi: `${writeLimit * changesPerWrite} lần mỗi giờ cho một địa chỉ IP, tính riêng`,
        en: `${writeLimit * changesPerWrite} per hour and IP address, counted on their own`,
      },
      appliesTo: `${pathsOf((one) => one.kind === 'write' && one.limit === 'changes')}, /mcp`,
    },
    {
      name: { vi: 'Mã hoặc số điện thoại sai', en: 'Wrong codes or phone digits' },
      value: {
        vi: `${writeLimit} lần mỗi giờ cho một địa chỉ IP`,
        en: `${writeLimit} per hour and IP address`,
      },
      appliesTo: `${pathsOf(limitsGuesses)}, /mcp`,
    },
    ...openRequestLimits(writeLimit),
    {
      name: { vi: 'Chạy thử (dry_run=1)', en: 'Dry runs (dry_run=1)' },
      value: { vi: 'không tính lượt', en: 'not counted' },
      appliesTo: pathsOf((one) => one.kind === 'write' && one.dryRun),
    },
    {
      name: { vi: 'Idempotency-Key', en: 'Idempotency-Key' },
      value: {
        vi: `${keyLength.min} đến ${keyLength.max} ký tự`,
        en: `${keyLength.min} to ${keyLength.max} characters`,
      },
      appliesTo: pathsOf((one) => one.kind === 'write' && one.takesKey),
    },
    {
      name: { vi: 'Nội dung', en: 'Body' },
      value: sizeText(bodyLimitBytes),
      appliesTo: allWrites,
    },
    {
      name: { vi: 'Địa chỉ và tiêu đề', en: 'URL and headers' },
      value: sizeText(headerLimitBytes),
      appliesTo: '/api, /mcp',
    },
    ...pageSizeLimits(publishedApi()),
    {
      name: { vi: 'Đặt trước', en: 'Booking horizon' },
      value: { vi: `${horizonDays} ngày`, en: `${horizonDays} days ahead` },
      appliesTo: '/api/availability, /api/booking',
    },
  ]
}

/** Of booking requests that staff have not answered. */
function openRequestLimits(writeLimit: number): Limit[] {
  const limits = fairShareLimits(writeLimit)
  if (!limits) return []
  const { openPerContact, openPerClient, dailyPerContact, dailyPerClient, dayShare } = limits
  const appliesTo = '/api/booking, /mcp'
  return [
    {
      name: { vi: 'Yêu cầu đang chờ trả lời', en: 'Unanswered requests' },
      value: {
        vi: `${openPerContact} cho một số điện thoại hoặc email, ${openPerClient} cho một địa chỉ IP`,
        en: `${openPerContact} per phone number or email address, ${openPerClient} per IP address`,
      },
      appliesTo,
    },
    {
      name: { vi: 'Yêu cầu trong 24 giờ', en: 'Requests in 24 hours' },
      value: {
        vi: `${dailyPerContact} cho một số điện thoại hoặc email, ${dailyPerClient} cho một địa chỉ IP`,
        en: `${dailyPerContact} per phone number or email address, ${dailyPerClient} per IP address`,
      },
      appliesTo,
    },
    {
      name: { vi: 'Phần của một ngày mà chúng giữ', en: 'Part of a day that they hold' },
      value: {
        vi: `${dayShare * 100} %, nhưng luôn được một yêu cầu`,
        en: `${dayShare * 100} %, but always one request`,
      },
      appliesTo,
    },
  ]
}

function sizeText(bytes: number): LocalizedText {
  const size = `${bytes / 1024} KiB`
  return { vi: `đến ${size}`, en: `up to ${size}` }
}

/** The parameter `limit` of the lists. */
function pageSizeLimits(api: PublishedApi): Limit[] {
  return Object.entries(api.paths).flatMap(([path, methods]) => {
    const get = methods.get
    const limit = get && ownParameters(get).find(({ name }) => name === 'limit')
    if (!limit) return []
    const { minimum, maximum, default: usual } = limit.schema
    return {
      name: { vi: 'limit (số mục mỗi trang)', en: 'limit (offers per page)' },
      value: {
        vi: `${minimum} đến ${maximum}, mặc định ${usual}`,
        en: `${minimum} to ${maximum}, default ${usual}`,
      },
      appliesTo: path,
    }
  })
}
