/**
 * The part of a status page that asks the owner of an address to confirm it. It is shown to those who come from the
 * signed link in an email. Opening the page changes nothing, because mail programs open links too; the button does.
 */
import type { Block } from '../../content/document.ts'
import type { PageRequest, PageResult } from '../../content/dynamic-page.ts'
import { firstValue } from '../../content/form-values.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import type { AddressConfirmation, LinkedRecord } from '../guest/confirmed-addresses.ts'

type LinkedPage = Pick<PageRequest, 'pathParams' | 'query' | 'address' | 'locale'>

/** Empty without a valid token. */
export async function confirmationBlocks(
  addresses: AddressConfirmation,
  kind: LinkedRecord['kind'],
  { pathParams: { code = '' }, query, address, locale }: LinkedPage,
): Promise<Block[]> {
  const state = await addresses.find({ kind, code }, firstValue(query, 'token'))
  if (state === undefined) return []
  if (state === 'confirmed') return [confirmedNotice(locale)]
  return [
    { kind: 'notice', tone: 'note', text: [texts.question[locale]] },
    { kind: 'button', label: texts.button[locale], address },
  ]
}

/** Leads back to the page, which then says that the address is confirmed; `render` shows it with an error. */
export async function confirmFromLink(
  addresses: AddressConfirmation,
  kind: LinkedRecord['kind'],
  request: PageRequest,
  render: (request: PageRequest, blocks: Block[]) => Promise<PageResult>,
): Promise<PageResult> {
  const { pathParams, query, address, locale } = request
  const subject = { kind, code: pathParams.code ?? '' }
  if (await addresses.confirm(subject, firstValue(query, 'token'))) return { seeOther: address }
  return render(request, [{ kind: 'notice', tone: 'problem', text: [texts.invalid[locale]] }])
}

function confirmedNotice(locale: Locale): Block {
  return { kind: 'notice', tone: 'good', text: [texts.confirmed[locale]] }
}

const texts = {
  question: {
    vi:
      'Thư mà bạn vừa mở có phải gửi tới địa chỉ của bạn không? Xin xác nhận, để chúng tôi gọi tên bạn trong các ' +
      'thư sau.',
    en:
      'Was the email that you came from sent to your own address? Please confirm it, so that we can use your name ' +
      'in our next emails.',
  },
  button: { vi: 'Đây là địa chỉ của tôi', en: 'This is my address' },
  invalid: {
    vi: 'Đường dẫn này không đúng hoặc không còn dùng được. Xin mở đường dẫn trong thư mới nhất của chúng tôi.',
    en: 'This link is invalid or can no longer be used. Please open the link in our latest email.',
  },
  confirmed: {
    vi: 'Bạn đã xác nhận địa chỉ email của mình. Cảm ơn bạn!',
    en: 'You have confirmed your email address. Thank you!',
  },
} satisfies Record<string, LocalizedText>
