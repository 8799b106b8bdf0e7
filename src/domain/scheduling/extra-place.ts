/** A table, chair or bed that staff add for some days. Guests cannot book it themselves. */
import type { BookingRules, Option } from './rules.ts'

export type ExtraPlace = {
  /** Without the kind of resource. */
  id: string
  name: string
  /** The area or the kind of place to which it belongs. */
  kind: string
  seats: number
  /** The first and the last service day. */
  from: string
  to: string
}

/** Uses the extra places only on their days. */
export function onTheirDays(rules: BookingRules, extras: readonly ExtraPlace[]): BookingRules {
  if (extras.length === 0) return rules
  const { resourceKind } = rules.extraPlace
  const byResource = new Map(extras.map((one) => [`${resourceKind}:${one.id}`, one]))
  const isThere = (date: string) => (option: Option) =>
    option.holds.every(({ resource }) => {
      const extra = byResource.get(resource)
      return !extra || (extra.from <= date && date <= extra.to)
    })
  return {
    ...rules,
    resources: rules.resources.map((resource) => {
      const extra = byResource.get(resource.id)
      return extra ? { ...resource, dates: { from: extra.from, to: extra.to } } : resource
    }),
    options: (details, date, start) => rules.options(details, date, start).filter(isThere(date)),
    staffOptions: (details, date, start, resources) =>
      rules.staffOptions(details, date, start, resources).filter(isThere(date)),
    staffProposals: (details, date, start, isFree) =>
      rules.staffProposals(
        details,
        date,
        start,
        (option) => isThere(date)(option) && isFree(option),
      ),
  }
}
