/** The contract of a step of the setup: what it asks, and which files follow from the answer. */
import type { LocalizedText } from '../../kernel/locale.ts'
import type { Html } from '../../ui/html.ts'
import type { FormContext } from '../editor/field-form.ts'
import type { ScreenRequest } from '../screen.ts'
import type { LeftoverValues } from './leftovers.ts'
import type { SetupState } from './state.ts'

/** What the owner has typed, if it was rejected. */
export type Shown = { form?: URLSearchParams; errors: FormContext['errors'] }

export type Answer = {
  values: LeftoverValues
  /** Whole files: photos by their digest. */
  texts?: ReadonlyMap<string, string | null>
  /** The step is shown again, because the owner should see what was understood. */
  isShownAgain?: boolean
}

export type SetupStep = {
  /** In the URL. */
  id: string
  title: LocalizedText
  hint: LocalizedText
  /** The form has files. */
  hasUploads?: boolean
  /** What the draft has, in a few words; undefined while it is the sample's. */
  summary(state: SetupState): string | undefined
  fields(state: SetupState, shown: Shown): Html | Promise<Html>
  /** What is wrong is a text. */
  read(state: SetupState, request: ScreenRequest): Promise<Answer | LocalizedText>
  /** A step without a form: what it says instead. */
  explain?(state: SetupState): Promise<LocalizedText | undefined>
}

export function formContextOf({ context, locale }: SetupState, { errors }: Shown): FormContext {
  // Texts in the first language; the editor has the others side by side.
  const [first] = context.shop.languages
  return { locale, languages: [first], errors, optionsOf: () => [] }
}
