/** Content checks of trades with appointments. */
import { checkEntryReferences, checkUniqueIds, idsOf } from '../../content/checks.ts'
import type { Report } from '../../content/report.ts'
import type { SharedFiles } from '../../content/shop.ts'
import type { Path } from '../../content/source.ts'
import { checkLastStart } from '../../domain/scheduling/last-start-check.ts'
import { plural } from '../../kernel/plural.ts'
import type { AppointmentCheck, AppointmentTrade } from './declaration.ts'
import { serviceChecks } from './service-checks.ts'
import { allServices } from './services.ts'
import { type AppointmentValues, kindsOf } from './values.ts'
import { namesOf, type Words, withArticle } from './words.ts'

export function checks(trade: AppointmentTrade): AppointmentCheck[] {
  const variants = trade.words.variant === undefined ? [] : ['variants']
  return [
    ...serviceChecks(trade),
    {
      needs: ['services', 'places', 'people'],
      run: (values: AppointmentValues, report) => checkPlaces(trade, values, report),
    },
    {
      needs: ['services', 'people'],
      run: (values: AppointmentValues, report) => checkSkills(trade, values, report),
    },
    { needs: ['services', 'policy', 'business'], run: checkStartsInOrder },
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
  checkEntryReferences(
    file,
    names.places,
    file.places,
    { kind: file.kinds, kinds: file.kinds },
    report,
  )
  for (const group of services) {
    group.services.forEach(({ place, guests }, index) => {
      const suitable = file.places.filter(
        (one) => kindsOf(one).includes(place) && (one.guests ?? 1) >= (guests ?? 1),
      )
      if (suitable.length > 0 && suitable.every(({ online }) => online === false)) {
        noteNothingOnline(words, group, [names.services, index], report)
      }
      if (suitable.length > 0 || !kinds.includes(place)) return
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

function noteNothingOnline({ place }: Words, group: object, path: Path, report: Report): void {
  report.note(
    group,
    path,
    (name) => ({
      vi: `mọi ${place.vi} cho ${name.vi} đều có online: false, nên khách không tự đặt được`,
      en: `every ${place.en} for ${name.en} has online: false, so guests cannot book it`,
    }),
    {
      vi: `online: true cho một ${place.vi}, nếu khách được tự đặt`,
      en: `online: true at a ${place.en}, if guests may book it`,
    },
  )
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
  const skills = people.map((one) => ({ [names.services]: one.skills }))
  checkEntryReferences(
    people,
    names.people,
    skills,
    { [names.services]: services.flatMap((group) => group.services) },
    report,
  )
  for (const group of services) {
    group.services.forEach(({ id, guests }, index) => {
      const able = people.filter((one) => one.skills.includes(id)).length
      if (able >= (guests ?? 1)) return
      const needed = guests ?? 1
      report.note(
        group,
        [names.services, index],
        {
          vi: `cần ${needed} ${words.person.vi} mà ${file} có ${able} người làm, nên khách không đặt được`,
          en:
            `it needs ${needed} ${plural(needed, { one: words.person.en, other: names.people })} and ` +
            `${file} has ${able}, so guests cannot book it`,
        },
        {
          vi: `- ${id} dưới ${names.services} của ${words.person.vi} làm được, trong ${file}`,
          en: `- ${id} under the ${names.services} of ${withArticle(words.person.en)} who does it, in ${file}`,
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
function checkLastServiceStart(values: AppointmentValues & SharedFiles, report: Report): void {
  const { policy, business } = values
  const { start_every_minutes: every, first_start: first, last_start: last } = policy
  const minutes = allServices(values).map((service) => service.minutes)
  if (minutes.length === 0 || first > last) return
  const starts = { every, first, last, shortest: Math.min(...minutes) }
  checkLastStart(policy, ['last_start'], starts, business, report)
}
