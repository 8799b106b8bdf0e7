/** How guests reach the shop: phone, Zalo and email. */
import { valueAt } from '../../../content/field-label.ts'
import type { LocalizedText } from '../../../kernel/locale.ts'
import { formatPhone, parsePhone } from '../../../kernel/phone.ts'
import { html } from '../../../ui/html.ts'
import { memberField } from '../../editor/field-form.ts'
import { contactMembers, ownText, ownValue } from '../business.ts'
import { filesWithoutEmail } from '../files-without-email.ts'
import { businessFile, type SetupState } from '../state.ts'
import { formContextOf, type SetupStep } from '../step.ts'

export const phoneStep: SetupStep = {
  id: 'phone',
  title: { vi: 'Điện thoại, Zalo', en: 'Phone and Zalo' },
  hint: {
    vi: 'Số khách gọi khi cần. Khách chạm vào là gọi được.',
    en: 'The number that guests call with one tap.',
  },
  summary: (state) => ownText(state, ['phone']),
  fields(state, shown) {
    const { locale } = state
    const { form } = shown
    const { phone, email } = contactMembers(state)
    const context = formContextOf(state, shown)
    const isOnZalo = form ? form.get('zalo') === 'yes' : !isWithoutZalo(state)
    return html`${phone && memberField('phone', phone, form?.get('phone') ?? ownValue(state, ['phone']), context)}
<label class="tick"><input type="checkbox" name="zalo"
  value="yes"${isOnZalo && html` checked`}>${words.zalo[locale]}</label>
${email && memberField('email', email, form?.get('email') ?? ownValue(state, ['email']), context)}`
  },
  async read(state, { form }) {
    const typed = (form.get('phone') ?? '').trim()
    if (typed === '') return words.missing
    const number = parsePhone(typed)
    const {
      email: _email,
      messaging: _messaging,
      ...business
    } = state.read(businessFile) as Record<string, unknown>
    const email = (form.get('email') ?? '').trim()
    const messaging = messagingWith(state, form.get('zalo') === 'yes' ? number : undefined)
    const value = {
      ...business,
      phone: number === undefined ? typed : formatPhone(number),
      ...(email !== '' && { email }),
      ...(messaging.length > 0 && { messaging }),
    }
    const texts = email === '' ? filesWithoutEmail(state) : []
    return { values: new Map([...texts, [businessFile, value]]) }
  },
}

/** The owner has answered before, and the number is not on Zalo. */
function isWithoutZalo(state: SetupState): boolean {
  return ownValue(state, ['phone']) !== undefined && !listApps(state).some(isZalo)
}

function listApps(state: SetupState): readonly unknown[] {
  const apps = ownValue(state, ['messaging'])
  return Array.isArray(apps) ? apps : []
}

function isZalo(app: unknown): boolean {
  return valueAt(app, ['name']) === 'Zalo'
}

/** Other apps of the owner stay; those of the sample go. */
function messagingWith(state: SetupState, zaloNumber: string | undefined): unknown[] {
  const others = listApps(state).filter((app) => !isZalo(app))
  if (zaloNumber === undefined) return others
  return [{ name: 'Zalo', address: `https://zalo.me/${zaloNumber.slice(1)}` }, ...others]
}

const words = {
  zalo: { vi: 'Số này có Zalo', en: 'This number is on Zalo' },
  missing: { vi: 'Hãy viết số điện thoại của tiệm.', en: 'Write the phone number of your shop.' },
} satisfies Record<string, LocalizedText>
