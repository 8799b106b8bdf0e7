/** In which languages guests read the site. */
import { valueAt } from '../../../content/field-label.ts'
import type { LocalizedText } from '../../../kernel/locale.ts'
import { html } from '../../../ui/html.ts'
import { radioChoice } from '../choice.ts'
import { businessFile, type SetupState } from '../state.ts'
import type { SetupStep } from '../step.ts'

const choices: readonly { id: string; languages: readonly string[]; label: LocalizedText }[] = [
  { id: 'vi', languages: ['vi'], label: { vi: 'Chỉ tiếng Việt', en: 'Vietnamese only' } },
  {
    id: 'vi-en',
    languages: ['vi', 'en'],
    label: { vi: 'Tiếng Việt, thêm tiếng Anh', en: 'Vietnamese first, with English' },
  },
  {
    id: 'en-vi',
    languages: ['en', 'vi'],
    label: { vi: 'Tiếng Anh trước, thêm tiếng Việt', en: 'English first, with Vietnamese' },
  },
]

export const languagesStep: SetupStep = {
  id: 'languages',
  title: { vi: 'Ngôn ngữ', en: 'Languages' },
  hint: {
    vi: 'Tiếng Anh viết dần sau cũng được: chỗ nào chưa có thì trang tiếng Anh hiện tiếng Việt.',
    en: 'English texts can follow later: where there is none, the English page shows the Vietnamese text.',
  },
  summary(state) {
    const chosen = written(state)
    return chosen === undefined
      ? undefined
      : choices.find(({ id }) => id === chosen)?.label[state.locale]
  },
  fields(state, { form }) {
    const { locale } = state
    const options = choices.map(({ id, label }) => ({ id, label: html`${label[locale]}` }))
    return radioChoice(
      'languages',
      words.legend[locale],
      options,
      form?.get('languages') ?? written(state) ?? 'vi-en',
    )
  },
  async read(state, { form }) {
    const choice = choices.find(({ id }) => id === form.get('languages'))
    if (!choice) return words.missing
    const { languages } = choice
    const value = { ...(state.read(businessFile) as object), languages }
    return { values: new Map([[businessFile, value]]) }
  },
}

/** Undefined if the file does not say it. */
function written({ read }: SetupState): string | undefined {
  const languages = valueAt(read(businessFile), ['languages'])
  return Array.isArray(languages) ? languages.join('-') : undefined
}

const words = {
  legend: { vi: 'Khách đọc trang bằng', en: 'Guests read the site in' },
  missing: { vi: 'Hãy chọn ngôn ngữ.', en: 'Choose the languages.' },
} satisfies Record<string, LocalizedText>
