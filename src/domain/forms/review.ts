/**
 * The last step of every form that writes: the guest reads the request, agrees and sends it. The form of this step is
 * no tool, so an assistant in the browser can neither agree nor send.
 */
import { type Block, heading } from '../../content/document.ts'
import type { Form } from '../../content/form-block.ts'
import { allValues, type FormValues } from '../../content/form-values.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { consentFormField, type FormField, fillFields } from './form-fields.ts'

type ReviewForm = {
  address: string
  hidden: Form['hidden']
  /** The consent text that is stored with the request. */
  consent: LocalizedText
  asksHealth?: boolean
  sendLabel: LocalizedText
  /** The guest pressed the button without agreeing. */
  isConsentMissing: boolean
}

export const reviewTitle: LocalizedText = {
  vi: 'Xem lại trước khi gửi',
  en: 'Review before sending',
}

export function reviewHeading(locale: Locale): Block {
  return heading(reviewTitle[locale], 'review')
}

/** What the guest typed, with the labels of the chosen options. */
export function typedRows(
  fields: readonly FormField[],
  typed: FormValues,
  locale: Locale,
): [term: string, text: string][] {
  return fields.flatMap(({ name, label, options }): [string, string][] => {
    const values = allValues(typed, name).filter((value) => value !== '')
    const texts = options
      ? options.filter(({ value }) => values.includes(value)).map((option) => option.label[locale])
      : values
    const text = texts.join(', ')
    return text === '' ? [] : [[label[locale], text]]
  })
}

/** The form with the consent box and the buttons. */
export function sendBlocks(review: ReviewForm, locale: Locale): Block[] {
  const { address, hidden, consent, asksHealth = false, sendLabel, isConsentMissing } = review
  const errors = isConsentMissing ? { consent: consentMissingText[locale] } : {}
  const notice = labels.notSent(sendLabel)[locale]
  return [
    { kind: 'notice', tone: isConsentMissing ? 'problem' : 'note', text: [notice] },
    {
      kind: 'form',
      method: 'post',
      address,
      fields: fillFields([consentFormField(consent, asksHealth)], new Map(), errors, locale),
      hidden,
      buttons: [
        { label: sendLabel[locale], name: 'step', value: 'send' },
        { label: labels.edit[locale], name: 'step', value: 'edit', plain: true },
      ],
    },
  ]
}

export const consentMissingText: LocalizedText = {
  vi: 'Xin đánh dấu nếu bạn đồng ý.',
  en: 'Please tick this if you agree.',
}

/** The button that leads to the review. */
export const reviewLabel: LocalizedText = { vi: 'Xem lại', en: 'Review' }

const labels = {
  edit: { vi: 'Sửa lại', en: 'Edit' },
  notSent: (send: LocalizedText): LocalizedText => ({
    vi: `Chưa gửi. Nếu mọi thứ đều đúng, xin đánh dấu ô đồng ý rồi bấm “${send.vi}”.`,
    en: `Not sent yet. If everything is correct, please tick the box to agree, then press “${send.en}”.`,
  }),
}
