/** Answers that the guest has given before, such as the allergens by which the menu was filtered. */
import { type FormValues, toFormValues } from '../../../content/form-values.ts'
import type { Chosen } from '../../forms/booking-form.ts'
import type { BookingPageContext } from './context.ts'

/** Only known options, each of which the guest can remove again. */
export function prefilledValues(
  { form, rules }: Pick<BookingPageContext, 'form' | 'rules'>,
  chosen: Chosen,
): FormValues {
  return toFormValues(
    Object.entries(form.prefilled ?? {}).flatMap(([parameter, name]) => {
      const ids = chosen[parameter]?.split(',') ?? []
      const known = rules.questions.find((question) => question.name === name)?.options ?? []
      return known.filter(({ id }) => ids.includes(id)).map(({ id }) => [name, id] as const)
    }),
  )
}
