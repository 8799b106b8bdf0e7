/** The name of the shop, and a few words about it. */
import { readField } from '../../../content/edit/read-fields.ts'
import type { LocalizedText } from '../../../kernel/locale.ts'
import { html } from '../../../ui/html.ts'
import { memberField } from '../../editor/field-form.ts'
import type { Members } from '../../editor/parts.ts'
import { contactMembers, ownText, ownValue } from '../business.ts'
import { withoutPath } from '../leftovers.ts'
import { businessFile, isOfSample, type SetupState, sampleName } from '../state.ts'
import { formContextOf, type SetupStep } from '../step.ts'

export const nameStep: SetupStep = {
  id: 'name',
  title: { vi: 'Tên tiệm', en: 'Name' },
  hint: {
    vi: 'Tên như trên biển hiệu. Tên này hiện ở mọi trang và trong mọi tin nhắn cho khách.',
    en: 'The name on your sign. It is shown on every page and in every message to guests.',
  },
  summary: (state) => ownText(state, ['name']),
  fields(state, shown) {
    const members = membersOf(state)
    const { form } = shown
    const value = (name: 'name' | 'tagline') =>
      form ? readValue(state, name, form) : ownValue(state, [name])
    return html`${Object.entries(members).map(([name, field]) =>
      memberField(name, field, value(name as 'name' | 'tagline'), formContextOf(state, shown)),
    )}
<p class="hint">${sampleText(sampleName(state.context.shop.trade))[state.locale]}</p>`
  },
  async read(state, { form }) {
    const name = readValue(state, 'name', form)
    if (name === undefined) return words.missing
    const tagline = readValue(state, 'tagline', form)
    let business = state.read(businessFile)
    // The sentences of the sample describe another shop.
    if (isOfSample(state, businessFile, ['description']))
      business = withoutPath(business, ['description'])
    if (tagline === undefined) business = withoutPath(business, ['tagline'])
    const value = { ...(business as object), name, ...(tagline !== undefined && { tagline }) }
    return { values: new Map([[businessFile, value]]) }
  },
}

function membersOf(state: SetupState): Members {
  const { name, tagline } = contactMembers(state)
  return { ...(name && { name }), ...(tagline && { tagline }) }
}

function readValue(state: SetupState, name: 'name' | 'tagline', form: URLSearchParams): unknown {
  const field = membersOf(state)[name]
  const { languages } = formContextOf(state, { errors: new Map() })
  return field && readField(field, name, ownValue(state, [name]), { form, languages })
}

function sampleText(name: string): LocalizedText {
  return {
    vi: `Tiệm mẫu tên là ${name}; tên và lời giới thiệu của tiệm mẫu sẽ được bỏ.`,
    en: `The sample is called ${name}; its name and its description are removed.`,
  }
}

const words = {
  missing: { vi: 'Hãy viết tên tiệm.', en: 'Write the name of your shop.' },
} satisfies Record<string, LocalizedText>
