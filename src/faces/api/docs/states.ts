/** The states with their values and labels, and every transition between them. */
import { type Block, heading, paragraph } from '../../../content/document.ts'
import type { Lifecycle, LifecycleTransition, NotificationPlan } from '../../../kernel/lifecycle.ts'
import type { Locale, LocalizedText } from '../../../kernel/locale.ts'
import type { DocsContext } from './context.ts'

export function stateBlocks({ lifecycles, undoSeconds }: DocsContext, locale: Locale): Block[] {
  return [
    heading({ vi: 'Trạng thái và chuyển đổi', en: 'States and transitions' }[locale], 'states'),
    paragraph(
      {
        vi:
          'Chương trình đọc giá trị; nhãn là lời cho khách. Chỉ nhân viên xác nhận: không ' +
          'địa chỉ hay công cụ nào tự xác nhận. Khách nhận email nếu đã cho địa chỉ email và ' +
          `tiệm có gửi email; sau hành động của nhân viên, email đi sau ${undoSeconds} giây ` +
          'để còn hoàn tác được.',
        en:
          'Programs read the value; the label is for guests. Only staff confirm: no endpoint ' +
          'and no tool confirms by itself. Guests get email if they left an address and the ' +
          `shop sends email; after an action of staff it is sent ${undoSeconds} seconds later, ` +
          'so that the action can be undone.',
      }[locale],
    ),
    ...lifecycles.flatMap((lifecycle) => lifecycleBlocks(lifecycle, locale)),
  ]
}

function lifecycleBlocks({ noun, title, states, transitions }: Lifecycle, locale: Locale): Block[] {
  const stateName = (state: string) => {
    const label = states[state]?.[locale] ?? state
    return label === state ? state : `${state} (${label})`
  }
  const rows = Object.values(transitions).filter(({ notifies }) => notifies.webhook)
  return [
    { kind: 'heading', level: 3, text: title[locale], id: `states-${noun}` },
    {
      kind: 'table',
      head: [{ vi: 'Giá trị', en: 'Value' }[locale], { vi: 'Nhãn', en: 'Label' }[locale]],
      rows: Object.entries(states).map(([state, label]) => [[state], [label[locale]]]),
    },
    ...(rows.length === 0
      ? []
      : [
          {
            kind: 'table' as const,
            head: transitionHead.map((text) => text[locale]),
            rows: rows.map((one) => transitionRow(one, stateName, locale)),
          },
        ]),
  ]
}

const transitionHead: readonly LocalizedText[] = [
  { vi: 'Việc', en: 'Event' },
  { vi: 'Ai làm', en: 'By' },
  { vi: 'Từ', en: 'From' },
  { vi: 'Thành', en: 'To' },
  { vi: 'Khách nhận', en: 'The guest gets' },
  { vi: 'Ghi chú', en: 'Note' },
]

function transitionRow(
  { title, by, from, to, notifies, note }: LifecycleTransition,
  stateName: (state: string) => string,
  locale: Locale,
): string[][] {
  return [
    [title[locale]],
    [actors[by][locale]],
    [from.length === 0 ? '–' : from.map(stateName).join(', ')],
    [(to === 'unchanged' || to === 'previous' ? targets[to][locale] : undefined) ?? stateName(to)],
    [emails[notifies.guest][locale]],
    [note?.[locale] ?? ''],
  ]
}

const actors: Record<LifecycleTransition['by'], LocalizedText> = {
  guest: { vi: 'khách', en: 'guest' },
  staff: { vi: 'nhân viên', en: 'staff' },
  clock: { vi: 'tự động', en: 'automatic' },
}

const targets = {
  unchanged: { vi: 'giữ nguyên', en: 'unchanged' },
  previous: { vi: 'trạng thái trước đó', en: 'the state before' },
} satisfies Record<string, LocalizedText>

const emails: Record<NotificationPlan['guest'], LocalizedText> = {
  immediate: { vi: 'email ngay', en: 'email immediately' },
  delayed: { vi: 'email', en: 'email' },
  never: { vi: '–', en: '–' },
}
