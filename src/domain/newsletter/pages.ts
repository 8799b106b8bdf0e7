/** Where the links in a newsletter's mails lead. Opening one only asks; pressing the button acts. */
import { type Action, type Document, paragraph } from '../../content/document.ts'
import type { Locale, Words } from '../../kernel/locale.ts'
import type { LinkKind, Newsletter } from './newsletter.ts'

const words: Record<LinkKind, { title: Words; ask: Words; button: Words; done: Words }> = {
  confirm: {
    title: { vi: 'Nhận bản tin', en: 'The newsletter' },
    ask: {
      vi: 'Bấm nút dưới đây để nhận bản tin qua thư điện tử.',
      en: 'Press the button to receive the newsletter by e-mail.',
    },
    button: { vi: 'Đồng ý nhận bản tin', en: 'Yes, send it to me' },
    done: { vi: 'Đã ghi tên bạn vào danh sách.', en: 'You are on the list.' },
  },
  leave: {
    title: { vi: 'Thôi nhận bản tin', en: 'Leave the newsletter' },
    ask: {
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

const unknownLink: Words = {
  vi: 'Đường dẫn này không đúng hoặc không còn dùng được.',
  en: 'This link is not right, or can no longer be used.',
}

export function newsletterActions(newsletter: Newsletter): Action[] {
  return (['confirm', 'leave'] as const).map((kind) => {
    const { title, ask, button, done } = words[kind]
    const page = (text: string, blocks: Document['blocks'], locale: Locale): Document => ({
      title: title[locale],
      description: text,
      blocks: [paragraph(text), ...blocks],
    })
    const find = (query: URLSearchParams) => newsletter.readToken(kind, query.get('token') ?? '')
    return {
      path: `/newsletter/${kind}`,
      show(query, address, locale) {
        if (find(query) === undefined) return page(unknownLink[locale], [], locale)
        const press = { kind: 'button' as const, label: button[locale], address }
        return page(ask[locale], [press], locale)
      },
      async act(query, locale) {
        const id = find(query)
        if (id === undefined) return page(unknownLink[locale], [], locale)
        const did = await newsletter[kind](id)
        return page((did ? done : unknownLink)[locale], [], locale)
      },
    }
  })
}
