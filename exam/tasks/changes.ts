/** Tasks about a booking that the guest already has, and the order of a gift card. */

import { storeOwnBooking } from './bookings.ts'
import { pickStart, type TaskKind } from './context.ts'
import { describeDay, describeTime, toStoredPhone } from './words.ts'

const cancel: TaskKind = {
  name: 'cancel',
  async create(context) {
    const { code } = await storeOwnBooking(context)
    const { phone } = context.guest
    return {
      words: context.say({
        vi: `Tôi muốn huỷ lượt đặt mã ${code}, số điện thoại ${phone}. Cho tôi nghe lại trước khi gửi.`,
        en: `Please cancel my booking with the code ${code}, phone ${phone}. Tell me the details before you send it.`,
      }),
      intent: { goal: 'cancel', code, phone },
      guest: { agrees: true },
      expected: {
        writes: [{ table: 'booking_changes', columns: { code, kind: 'cancel' } }],
        answer: [],
      },
      optimalCalls: 2,
    }
  },
}

const move: TaskKind = {
  name: 'move',
  async create(context) {
    const { locale, random, today, say } = context
    const { code, visit, start: before } = await storeOwnBooking(context)
    let start = await pickStart(context, visit.query, 3)
    while (start.date === before.date) start = await pickStart(context, visit.query, 3)
    const { phone } = context.guest
    const day = describeDay(start.date, today, locale, random)
    const time = describeTime(start.time, locale, random)
    return {
      words: say({
        vi: `Lượt đặt mã ${code}, số điện thoại ${phone}: dời giúp tôi sang ${day} lúc ${time}. Tôi đồng ý, không cần hỏi lại.`,
        en: `My booking has the code ${code}, phone ${phone}: please move it to ${day} at ${time}. I agree, there is no need to ask me again.`,
      }),
      intent: { goal: 'move', code, phone, day, time, hasAgreed: true },
      guest: { agrees: true },
      expected: {
        writes: [{ table: 'booking_changes', columns: { code, kind: 'move', ...start } }],
        answer: [],
      },
      optimalCalls: 1,
    }
  },
}

const status: TaskKind = {
  name: 'status',
  async create(context) {
    const { code } = await storeOwnBooking(context)
    const isConfirmed = context.random.below(2) === 0
    const actor = 'staff:1'
    if (isConfirmed) await context.app.desk.confirm({ code, version: 1, actor })
    return {
      words: context.say({
        vi: `Lượt đặt mã ${code} của tôi đã được xác nhận chưa?`,
        en: `Has my booking with the code ${code} been confirmed?`,
      }),
      intent: { goal: 'status', code },
      guest: { agrees: false },
      expected: {
        writes: [],
        answer: [
          isConfirmed
            ? { noneOf: ['pending', 'not confirmed', 'chờ xác nhận', 'chưa được xác nhận'] }
            : { anyOf: ['pending', 'not yet', 'not confirmed', 'waiting', 'chờ', 'chưa'] },
          ...(isConfirmed ? [{ anyOf: ['confirmed', 'xác nhận'] }] : []),
        ],
      },
      optimalCalls: 1,
    }
  },
}

const giftCard: TaskKind = {
  name: 'gift card',
  trades: ['spa'],
  async create(context) {
    const { random, content, guest, say } = context
    const { amount } = random.pick(content.giftCards)
    const recipient = random.pick(['Minh', 'Thu', 'Alex'])
    const { name, phone, email } = guest
    const price = amount.toLocaleString(context.locale === 'vi' ? 'vi-VN' : 'en-US')
    return {
      words: say({
        vi: `Tôi muốn mua thẻ quà ${price} đồng tặng ${recipient}, gửi qua email cho tôi: ${email}. Tên tôi là ${name}, số điện thoại ${phone}. Đọc lại trước khi gửi.`,
        en: `I would like a gift card of ${price} dong for ${recipient}, sent to me by email: ${email}. My name is ${name}, phone ${phone}. Read it to me before you send it.`,
      }),
      intent: { goal: 'gift card', amount, recipient, name, phone, email },
      guest: { agrees: true },
      expected: {
        writes: [
          {
            table: 'orders',
            columns: {
              ...{ kind: 'gift_card', total: amount, status: 'pending_payment', recipient },
              ...{ name, phone: toStoredPhone(phone), email },
            },
          },
        ],
        answer: [{ code: true }],
      },
      optimalCalls: 2,
    }
  },
}

export const changeKinds = [cancel, move, status, giftCard]
