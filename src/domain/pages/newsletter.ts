/**
 * The newsletter form, and the pages behind the links in its emails. Opening a link changes nothing, because
 * mail programs open links too; the button on the page does.
 */
import { type Document, paragraph } from '../../content/document.ts'
import type { DynamicPage } from '../../content/dynamic-page.ts'
import { type FormValues, firstValue } from '../../content/form-values.ts'
import { pageUrl } from '../../content/page-url.ts'
import type { Business } from '../../content/shop.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import type { Clock } from '../../kernel/time.ts'
import { formPage } from '../forms/form-page.ts'
import type { LinkKind, Newsletter } from '../newsletter/newsletter.ts'
import { type NewsletterOperations, subscribedText } from '../newsletter/operations.ts'

const linkTexts: Record<
  LinkKind,
  { title: LocalizedText; prompt: LocalizedText; button: LocalizedText; done: LocalizedText }
> = {
  confirm: {
    title: { vi: 'Nhận bản tin', en: 'Receive the newsletter' },
    prompt: {
      vi: 'Bấm nút dưới đây để nhận bản tin qua thư điện tử.',
      en: 'Press the button to receive the newsletter by email.',
    },
    button: { vi: 'Đồng ý nhận bản tin', en: 'Subscribe to the newsletter' },
    done: { vi: 'Đã ghi tên bạn vào danh sách.', en: 'You are on the list.' },
  },
  leave: {
    title: { vi: 'Thôi nhận bản tin', en: 'Unsubscribe from the newsletter' },
    prompt: {
      vi: 'Bấm nút dưới đây để thôi nhận bản tin. Địa chỉ của bạn sẽ bị xoá khỏi danh sách.',
      en: 'Press the button to unsubscribe. Your address will be deleted from the list.',
    },
    button: { vi: 'Thôi nhận bản tin', en: 'Unsubscribe' },
    done: {
      vi: 'Địa chỉ của bạn đã được xoá khỏi danh sách.',
      en: 'Your address was deleted from the list.',
    },
  },
}

const invalidLinkText: LocalizedText = {
  vi: 'Đường dẫn này không đúng hoặc không còn dùng được.',
  en: 'This link is invalid or can no longer be used.',
}

export function newsletterPages(
  newsletter: Newsletter,
  business: Business,
  { subscribe }: Partial<NewsletterOperations>,
  now: Clock,
): DynamicPage[] {
  const consent = business.consent.newsletter
  return [
    ...(subscribe && consent ? [signUpPage(business.name, consent.text, subscribe, now)] : []),
    // Subscribers can leave even if the shop no longer has a newsletter.
    ...linkPages(newsletter),
  ]
}

function signUpPage(
  name: string,
  consent: LocalizedText,
  subscribe: NewsletterOperations['subscribe'],
  now: Clock,
): DynamicPage {
  return formPage({
    path: '/newsletter',
    listed: true,
    operation: subscribe,
    title: { vi: 'Bản tin', en: 'Newsletter' },
    intro: {
      vi: `Thư của ${name}: chuyện theo mùa và ngày nghỉ. Bạn thôi nhận lúc nào cũng được.`,
      en: `Emails from ${name}: what is in season, and closed days. You can unsubscribe at any time.`,
    },
    button: { vi: 'Ghi tên', en: 'Sign up' },
    tool: {
      name: 'sign_up_for_the_newsletter',
      description:
        'Prepares a newsletter subscription. The owner of the address then agrees and sends it, and confirms by email.',
    },
    fields: [
      {
        name: 'email',
        label: { vi: 'Email', en: 'Email' },
        type: 'email',
        needed: true,
        autocomplete: 'email',
      },
    ],
    consent,
    done: { receipt: (_sentAt, locale) => subscribedText[locale], now },
  })
}

function linkPages(newsletter: Newsletter): DynamicPage[] {
  return (['confirm', 'leave'] as const).map((kind) => {
    const { title, prompt, button, done } = linkTexts[kind]
    const page = (text: string, blocks: Document['blocks'], locale: Locale) => ({
      document: { title: title[locale], description: text, blocks: [paragraph(text), ...blocks] },
    })
    const findSubscriber = (query: FormValues) =>
      newsletter.verifyToken(kind, firstValue(query, 'token') ?? '')
    return {
      path: `/newsletter/${kind}`,
      show({ query, address, locale }) {
        // After the button the browser is redirected, so that reloading the page sends nothing again.
        const result = firstValue(query, 'result')
        if (result !== undefined)
          return page((result === 'done' ? done : invalidLinkText)[locale], [], locale)
        if (findSubscriber(query) === undefined)
          return { ...page(invalidLinkText[locale], [], locale), status: 404 }
        return page(prompt[locale], [{ kind: 'button', label: button[locale], address }], locale)
      },
      async submit({ query, sent, locale }) {
        const id = findSubscriber(query)
        const succeeded = id !== undefined && (await newsletter[kind](id))
        // A mail program that unsubscribes with one click (RFC 8058) does not follow redirects.
        if (sent.has('List-Unsubscribe'))
          return page((succeeded ? done : invalidLinkText)[locale], [], locale)
        return {
          seeOther: pageUrl(`/newsletter/${kind}`, { result: succeeded ? 'done' : 'invalid' }),
        }
      },
    }
  })
}
