/** The resources of the shop (tables, persons, rooms) by group, and as the options of a select. */
import type { Resource } from '../domain/scheduling/rules.ts'
import type { Locale } from '../kernel/locale.ts'
import { type Html, html } from '../ui/html.ts'
import { option } from './components.ts'
import type { DeskContext } from './context.ts'

/** With a service day, only the resources that are there on that day. */
export function resourceGroups(
  { shop }: DeskContext,
  day?: string,
): [name: Resource['group'], Resource[]][] {
  const isThere = ({ dates }: Resource) =>
    dates === undefined || day === undefined || (dates.from <= day && day <= dates.to)
  const groups = Map.groupBy(shop.booking.resources.filter(isThere), ({ group }) => group.vi)
  return [...groups.values()].flatMap((members) => {
    const [first] = members
    return first ? [[first.group, members] as [Resource['group'], Resource[]]] : []
  })
}

export function resourceOptions(context: DeskContext, locale: Locale, selected: string): Html[] {
  return resourceGroups(context).map(([group, members]) => {
    const options = members.map(({ id, name }) => option(id, name[locale], id === selected))
    return html`<optgroup label="${group[locale]}">${options}</optgroup>`
  })
}

const maxChosen = 20

/** The resources that a form names, in one field or several. An empty choice means any suitable place. */
export function chosenResources(form: URLSearchParams): string[] {
  const ids = form.getAll('resource').flatMap((value) => value.split(','))
  return [...new Set(ids.filter((id) => id !== ''))].slice(0, maxChosen)
}
