/** Content checks of trades with appointments. */
import { checkEntryReferences, checkUniqueIds, idsOf } from '../../content/checks.ts'
import type { Report } from '../../content/folder.ts'
import type { Shared } from '../../content/shop.ts'
import { checkLastStart } from '../../domain/scheduling/last-start-check.ts'
import type { Check } from '../../domain/trade/trade.ts'
import { plural } from '../../kernel/plural.ts'
import type { AppointmentTrade } from './declaration.ts'
import { serviceChecks } from './service-checks.ts'
import { allServices } from './services.ts'
import { type AppointmentFiles, type AppointmentValues, kindsOf } from './values.ts'
import { namesOf, withArticle } from './words.ts'

export function checks(trade: AppointmentTrade): Check<AppointmentFiles>[] {
  const variants = trade.words.variant === undefined ? [] : ['variants']
  return [
    ...serviceChecks(trade),
    {
      needs: ['services', 'places'],
      run: (values: AppointmentValues, report) => checkPlaces(trade, values, report),
    },
    {
      needs: ['services', 'people'],
      run: (values: AppointmentValues, report) => checkSkills(trade, values, report),
    },
    { needs: ['policy'], run: checkStartsInOrder },
    { needs: ['services', ...variants, 'policy', 'business'], run: checkLastServiceStart },
  ]
}

function checkPlaces(
  { words }: AppointmentTrade,
  { services, places: file }: AppointmentValues,
  report: Report,
): void {
  const names = namesOf(words)
  const { vi, en } = words.place
  const kinds = idsOf(file.kinds)
  checkUniqueIds(file, 'kinds', file.kinds, report)
  checkUniqueIds(file, names.places, file.places, report)
  checkEntryReferences(file, names.places, file.places, { kind: kinds, kinds }, report)
  for (const group of services) {
    group.services.forEach(({ place, guests }, index) => {
      const isAvailable = file.places.some(
        (one) => kindsOf(one).includes(place) && (one.guests ?? 1) >= (guests ?? 1),
      )
      if (isAvailable || !kinds.includes(place)) return
      const missing =
        guests === undefined
          ? { vi: `tiệm không có ${vi} loại đó`, en: `there is no ${en} of that kind` }
          : {
              vi: `không có ${vi} nào loại đó đủ chỗ cho ${guests} khách`,
              en: `no ${en} of that kind is large enough for ${guests}`,
            }
      report.error(
        group,
        [names.services, index, en],
        (name) => ({
          vi: `${name.vi} là "${place}", nhưng ${missing.vi}`,
          en: `${name.en} is "${place}", but ${missing.en}`,
        }),
        {
          vi: `loại ${vi} có trong ${names.places}.yaml`,
          en: `the kind of ${withArticle(en)} in ${names.places}.yaml`,
        },
      )
    })
  }
}

/** Every service needs as many people who perform it as it has guests. */
function checkSkills(
  { words }: AppointmentTrade,
  { services, people }: AppointmentValues,
  report: Report,
): void {
  const names = namesOf(words)
  const file = `${names.people}.yaml`
  checkUniqueIds(people, names.people, people, report)
  const ids = services.flatMap((group) => idsOf(group.services))
  const skills = people.map((one) => ({ [names.services]: one.skills }))
  checkEntryReferences(people, names.people, skills, { [names.services]: ids }, report)
  for (const group of services) {
    group.services.forEach(({ id, guests }, index) => {
      const able = people.filter((one) => one.skills.includes(id)).length
      if (able >= (guests ?? 1)) return
      report.error(
        group,
        [names.services, index],
        (name) =>
          guests === undefined
            ? {
                vi: `trong ${file} không có ai làm ${name.vi}`,
                en: `no one in ${file} does ${name.en}`,
              }
            : {
                vi: `${name.vi} cần ${guests} ${words.person.vi}, nhưng trong ${file} có ${able} người làm được`,
                en:
                  `${name.en} needs ${guests} ${plural(guests, { one: words.person.en, other: names.people })}, ` +
                  `but ${file} has ${able}`,
              },
        {
          vi: `id này vào ${names.services} của người làm được, trong ${file}`,
          en: `its id under the ${names.services} of ${withArticle(words.person.en)} who does it, in ${file}`,
        },
      )
    })
  }
}

function checkStartsInOrder({ policy }: AppointmentValues, report: Report): void {
  if (policy.first_start <= policy.last_start) return
  report.error(
    policy,
    ['last_start'],
    (name) => ({
      vi: `${name.vi} sớm hơn first_start`,
      en: `${name.en} is before the first start`,
    }),
    { vi: 'giờ muộn hơn', en: 'a later time' },
  )
}

/** Reports a last start that is too late even for the shortest service. */
function checkLastServiceStart(values: AppointmentValues & Shared, report: Report): void {
  const { policy, business } = values
  const { start_every_minutes: every, first_start: first, last_start: last } = policy
  const minutes = allServices(values).map((service) => service.minutes)
  if (minutes.length === 0 || first > last) return
  const starts = { every, first, last, shortest: Math.min(...minutes) }
  checkLastStart(policy, ['last_start'], starts, business, report)
}
