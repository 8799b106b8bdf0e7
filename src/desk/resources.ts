/** Tables, therapists, rooms: as a choice in a form, by where they belong. */
import type { Resource } from '../domain/scheduling/rules.ts'
import type { Locale } from '../kernel/locale.ts'
import { type Html, html } from '../ui/html.ts'
import type { DeskContext } from './context.ts'

export function resourceGroups({ shop }: DeskContext): [name: Resource['group'], Resource[]][] {
  const groups = Map.groupBy(shop.booking.resources, ({ group }) => group.vi)
  return [...groups.values()].flatMap((members) => {
    const [first] = members
    return first ? [[first.group, members] as [Resource['group'], Resource[]]] : []
  })
}

export function resourceOptions(context: DeskContext, locale: Locale, chosen: string): Html {
  return html`${resourceGroups(context).map(
    ([group, members]) =>
      html`<optgroup label="${group[locale]}">${members.map(
        ({ id, name }) =>
          html`<option value="${id}"${id === chosen && html` selected`}>${name[locale]}</option>`,
      )}</optgroup>`,
  )}`
}
