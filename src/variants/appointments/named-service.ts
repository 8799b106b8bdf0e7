/** Names by which a tool finds a service. */
import { forEachLocale } from '../../kernel/locale.ts'
import { formatMoney } from '../../kernel/money.ts'
import type { Found, NamedValue } from '../../kernel/name-reader.ts'
import type { Service } from './values.ts'

/** The names of the listed service belong to all its variants, so that they lead to a question about the variant. */
export function toNamedService({ id, name, variant, listed }: Service): NamedValue {
  const { shortNames = [] } = listed
  const own = [listed.id, listed.name.vi, listed.name.en, ...shortNames]
  const withVariant = variant
    ? own.flatMap((one) =>
        [variant.id, variant.name.vi, variant.name.en, ...variant.shortNames].map(
          (how) => `${one} ${how}`,
        ),
      )
    : []
  return { id, name, aliases: [...own, ...withVariant] }
}

const maxChoices = 5

/** Asks which service is meant, with the prices. `any`: all variants of a service give the same result. */
export function chooseService(services: readonly Service[], variant: 'one' | 'any') {
  return (values: readonly NamedValue[]): Found => {
    const ids = new Set(values.map(({ id }) => id))
    const meant = services.filter(({ id }) => ids.has(id)).slice(0, maxChoices)
    const isOneService = new Set(meant.map(({ listed }) => listed.id)).size === 1
    if (isOneService && variant === 'any') return { values: values.slice(0, 1) }
    const list = forEachLocale((locale) =>
      meant
        .map(({ name, variant, price }) => {
          const label = isOneService && variant ? variant.name : name
          return `${label[locale]} (${formatMoney(price, locale)})`
        })
        .join(' · '),
    )
    return {
      error: {
        who: 'guest',
        code: 'not_one_of',
        message: { vi: `Loại nào: ${list.vi}?`, en: `Which one: ${list.en}?` },
        choices: meant.map(({ id }) => id),
      },
    }
  }
}
