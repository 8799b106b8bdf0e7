/** Texts of the program for a shop that wrote none of its own, with placeholders as an owner would write them. */
import type { LocalizedText } from '../kernel/locale.ts'
import { periodText } from '../kernel/period-text.ts'
import type { SharedFiles } from './shop.ts'

/** The date of the last change of these texts. */
const updated = '2026-11-17'

type PageTexts = { title: LocalizedText; description: LocalizedText; body: LocalizedText }

type Terms = Pick<SharedFiles['business'], 'kept' | 'email'>

/** The pages that the site refers to. The trade has the text of its booking rules. */
export function defaultPages(business: Terms, rules: LocalizedText): SharedFiles['pages'] {
  const pages: Record<string, PageTexts> = {
    contact,
    policy: {
      title: { vi: 'Quy định đặt chỗ', en: 'Booking policy' },
      description: {
        vi: 'Cách đặt chỗ, đổi giờ và huỷ ở {name}.',
        en: 'How to book, change and cancel at {name}.',
      },
      body: rules,
    },
    privacy: privacy(business),
  }
  return Object.entries(pages).map(([slug, { title, description, body }]) => {
    const page = (locale: 'vi' | 'en') => ({
      head: { title: title[locale], description: description[locale], updated },
      body: body[locale],
      line: 1,
    })
    return { slug, vi: page('vi'), en: page('en') }
  })
}

const contact: PageTexts = {
  title: { vi: 'Liên hệ', en: 'Contact' },
  description: {
    vi: 'Địa chỉ, điện thoại và giờ mở cửa của {name}.',
    en: 'Address, phone and opening hours of {name}.',
  },
  body: {
    vi: 'Chúng tôi nghe máy trong giờ mở cửa. Bạn cũng có thể để lại tên và số điện thoại để chúng tôi gọi lại.',
    en: 'We answer the phone during opening hours. You can also leave your name and phone number, and we call you back.',
  },
}

function privacy(business: Terms): PageTexts {
  const contacts = business.email === undefined ? '{phone}' : '{phone}, {email}'
  return {
    title: { vi: 'Dữ liệu cá nhân của bạn', en: 'Your personal data' },
    description: {
      vi: '{name} lưu gì về khách, để làm gì và trong bao lâu.',
      en: 'What {name} stores about guests, why, and for how long.',
    },
    body: {
      vi: `{name}, {address}, chịu trách nhiệm về dữ liệu bạn gửi ở đây.

## Chúng tôi lưu gì

Tên, số điện thoại, email nếu bạn ghi, ngày giờ và lời nhắn, chỉ để liên lạc và chuẩn bị cho lượt đặt của bạn; và lời bạn đã đồng ý, cùng thời điểm. Chúng tôi cũng ghi lại đã gửi thư, gọi hay nhắn cho bạn lúc nào, và nhắc bạn một lần vào ngày hôm trước. Theo số điện thoại, nhân viên cũng thấy bạn đã tới, huỷ hoặc không tới bao nhiêu lần, và ghi lại ngắn gọn điều bạn thích, để lần sau phục vụ bạn tốt hơn. Khi bạn vào danh sách chờ, chúng tôi lưu tên, số điện thoại, email nếu bạn ghi và điều bạn chờ, để báo bạn khi có chỗ. Địa chỉ mạng (IP) chỉ được lưu ở dạng mã một chiều, và chúng tôi đếm số yêu cầu đang chờ trả lời của mỗi số điện thoại và email, để ngăn việc gửi yêu cầu hàng loạt. Điều bạn cho biết về dị ứng hay sức khoẻ được lưu riêng. Chỉ nhân viên nhận đặt chỗ và phục vụ bạn được xem. Chúng tôi không bán và không chuyển cho bên khác, trừ khi pháp luật buộc.

## Trong bao lâu

${retention(business).vi}

## Quyền của bạn

Bạn được xem, sửa, xoá dữ liệu của mình, rút lại sự đồng ý, phản đối và khiếu nại. Xin liên hệ ${contacts}; chúng tôi gọi lại số đã dùng để chắc đó là bạn.`,
      en: `{name}, {address}, is responsible for the data that you send here.

## What we store

Your name, phone number, email if you give one, date, time and note, only to contact you and to prepare for your booking; and the text you agreed to, with the time. We also record when we emailed, called or messaged you, and remind you once on the day before. By the phone number, staff also see how often you came, cancelled or did not come, and write down in short what you like, to look after you better. When you join the waitlist, we store your name, phone number, email if you give one and what you wait for, to tell you about a free place. Your network (IP) address is stored only in a form that cannot be turned back, and we count the unanswered requests of each phone number and email address, to stop requests sent in bulk. What you tell us about allergies or health is stored separately. Only the staff who take the booking and look after you see it. We do not sell it, and pass it on only where the law obliges us to.

## For how long

${retention(business).en}

## Your rights

You may see, correct and erase your data, withdraw your consent, object and complain. Contact us: ${contacts}. We call the number that you used, to be certain that it is you.`,
    },
  }
}

function retention({ kept }: Terms): LocalizedText {
  if (!kept) {
    return {
      vi: 'Cho tới khi bạn yêu cầu xoá.',
      en: 'Until you ask us to erase it.',
    }
  }
  const [guest, health] = [periodText(kept.guest_days), periodText(kept.health_days)]
  return {
    vi:
      `Tên, cách liên lạc, lời nhắn và ghi chú về bạn được xoá sau ${guest.vi}; điều bạn cho biết về dị ứng hay ` +
      `sức khoẻ được xoá sau ${health.vi}.`,
    en:
      `Your name, contact details, note and what staff noted are erased after ${guest.en}; what you tell us about ` +
      `allergies or health after ${health.en}.`,
  }
}

type ConsentEntry = { version: string; text: LocalizedText }

/** What a guest agrees to with a booking and with a message. */
export function defaultConsents({ kept }: Terms): { booking: ConsentEntry; contact: ConsentEntry } {
  const days = kept?.guest_days
  const end =
    days === undefined
      ? {
          vi: 'Thông tin này được lưu cho tới khi tôi yêu cầu xoá.',
          en: 'It is stored until I ask to have it erased.',
        }
      : {
          vi: `Thông tin này được xoá sau ${periodText(days).vi}.`,
          en: `It is erased after ${periodText(days).en}.`,
        }
  const rights = {
    vi: 'Tôi có thể xin xem, sửa, xoá hoặc rút lại sự đồng ý bất cứ lúc nào.',
    en: 'I may ask to see, correct or erase it, or withdraw this consent, at any time.',
  }
  return {
    booking: {
      version: updated,
      text: {
        vi:
          'Tôi đồng ý để {name} dùng tên, số điện thoại, email (nếu tôi ghi) và lời nhắn của tôi để liên lạc và ' +
          `chuẩn bị cho lượt đặt này. ${end.vi} ${rights.vi}`,
        en:
          'I agree that {name} may use my name, phone number, email (if I give one) and note to contact me about ' +
          `this booking and to prepare for it. ${end.en} ${rights.en}`,
      },
    },
    contact: {
      version: updated,
      text: {
        vi:
          'Tôi đồng ý để {name} dùng tên, số điện thoại, email (nếu tôi ghi) và nội dung tôi gửi để trả lời tôi. ' +
          `${end.vi} ${rights.vi}`,
        en:
          'I agree that {name} may use my name, phone number, email (if I give one) and message to answer me. ' +
          `${end.en} ${rights.en}`,
      },
    },
  }
}
