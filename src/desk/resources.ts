/** Tables, therapists, rooms: as a choice in a form, by where they belong. */
import type { Resource } from '../domain/scheduling/rules.ts'
import type { Locale } from '../kernel/locale.ts'
import { type Html, html } from '../ui/html.ts'
import type { DeskParts } from './context.ts'

export function resourceGroups({ shop }: DeskParts): [name: Resource['group'], Resource[]][] {
  const groups = Map.groupBy(shop.booking.resources, ({ group }) => group.vi)
  return [...groups.values()].flatMap((members) => {
    const [first] = members
    return first ? [[first.group, members] as [Resource['group'], Resource[]]] : []
  })
}

export function resourceOptions(parts: DeskParts, locale: Locale, chosen: string): Html {
  return html`${resourceGroups(parts).map(
    ([group, members]) =>
      html`<optgroup label="${group[locale]}">${members.map(
        ({ id, name }) =>
          html`<option value="${id}"${id === chosen && html` selected`}>${name[locale]}</option>`,
      )}</optgroup>`,
  )}`
}
