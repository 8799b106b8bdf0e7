/** Where the links in a newsletter's mails lead. Opening one only asks; pressing the button acts. */
import { type Document, paragraph } from '../../content/document.ts'
import type { DynamicPage } from '../../content/dynamic-page.ts'
import type { Business } from '../../content/shop.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { consentFormField, formPage } from '../forms/form-page.ts'
import type { LinkKind, Newsletter } from '../newsletter/newsletter.ts'

const linkTexts: Record<
  LinkKind,
  { title: LocalizedText; prompt: LocalizedText; button: LocalizedText; done: LocalizedText }
> = {
  confirm: {
    title: { vi: 'Nhận bản tin', en: 'The newsletter' },
    prompt: {
      vi: 'Bấm nút dưới đây để nhận bản tin qua thư điện tử.',
      en: 'Press the button to receive the newsletter by e-mail.',
    },
    button: { vi: 'Đồng ý nhận bản tin', en: 'Yes, send it to me' },
    done: { vi: 'Đã ghi tên bạn vào danh sách.', en: 'You are on the list.' },
  },
  leave: {
    title: { vi: 'Thôi nhận bản tin', en: 'Leave the newsletter' },
    prompt: {
      vi: 'Bấm nút dưới đây để thôi nhận bản tin. Địa chỉ của bạn sẽ bị xóa khỏi danh sách.',
      en: 'Press the button to leave. Your address is erased from the list.',
    },
    button: { vi: 'Thôi nhận bản tin', en: 'Take me off the list' },
    done: {
      vi: 'Địa chỉ của bạn đã được xóa khỏi danh sách.',
      en: 'Your address is off the list.',
    },
  },
}

const unknownLink: LocalizedText = {
  vi: 'Đường dẫn này không đúng hoặc không còn dùng được.',
  en: 'This link is not right, or can no longer be used.',
}

export function newsletterPages(newsletter: Newsletter, business: Business): DynamicPage[] {
  return [signUpPage(business), ...linkPages(newsletter)]
}

function signUpPage({ name, consent }: Business): DynamicPage {
  return formPage({
    path: '/newsletter',
    listed: true,
    operation: 'subscribe',
    endpoint: '/api/subscribe',
    title: { vi: 'Bản tin', en: 'Newsletter' },
    intro: {
      vi: `Thư của ${name}: chuyện theo mùa và ngày nghỉ. Bạn thôi nhận lúc nào cũng được.`,
      en: `Letters from ${name}: what is in season, and closing days. Leave whenever you like.`,
    },
    button: { vi: 'Ghi tên', en: 'Sign up' },
    tool: {
      name: 'sign_up_for_the_newsletter',
      description: 'Signs an e-mail address up, once its owner agreed; a mail asks to confirm.',
    },
    fields: [
      {
        name: 'email',
        label: { vi: 'Email', en: 'E-mail' },
        type: 'email',
        needed: true,
        autocomplete: 'email',
      },
      consentFormField(consent.newsletter.text),
    ],
    done: ({ next_step = '' }) => next_step,
  })
}

function linkPages(newsletter: Newsletter): DynamicPage[] {
  return (['confirm', 'leave'] as const).map((kind) => {
    const { title, prompt, button, done } = linkTexts[kind]
    const page = (text: string, blocks: Document['blocks'], locale: Locale) => ({
      document: { title: title[locale], description: text, blocks: [paragraph(text), ...blocks] },
    })
    const find = (query: URLSearchParams) => newsletter.verifyToken(kind, query.get('token') ?? '')
    return {
      path: `/newsletter/${kind}`,
      show({ query, address, locale }) {
        if (find(query) === undefined)
          return { ...page(unknownLink[locale], [], locale), status: 404 }
        const press = { kind: 'button' as const, label: button[locale], address }
        return page(prompt[locale], [press], locale)
      },
      async submit({ query, locale }) {
        const id = find(query)
        if (id === undefined) return page(unknownLink[locale], [], locale)
        const succeeded = await newsletter[kind](id)
        return page((succeeded ? done : unknownLink)[locale], [], locale)
      },
    }
  })
}
