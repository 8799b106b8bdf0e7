/** Checks across the content files of a salon. */
import {
  checkEntryReferences,
  checkKnownIds,
  checkUniqueCategories,
  checkUniqueIds,
  idsOf,
  type UsedIds,
} from '../../content/checks.ts'
import { checkPrices, type PricedEntry } from '../../content/price-checks.ts'
import type { Check } from '../../domain/trade/trade.ts'
import { checkLastServiceStart, startsInOrder } from '../appointments/checks.ts'
import type { files } from './files.ts'
import { allServices } from './services.ts'

type SalonCheck = Check<typeof files>

const serviceIds: SalonCheck = {
  needs: ['services', 'lengths'],
  run({ services, lengths }, report) {
    checkUniqueCategories(services, report)
    checkUniqueIds(lengths, 'lengths', lengths.lengths, report)
    const usedIds: UsedIds = new Map()
    for (const group of services) checkUniqueIds(group, 'services', group.services, report, usedIds)
    const byLength = allServices({ services, lengths }).filter(({ length }) => length)
    for (const { id, length, listed } of byLength.filter(({ id }) => usedIds.has(id))) {
      const group = services.find((one) => one.services.includes(listed))
      if (!group) continue
      report.error(
        group,
        ['services', group.services.indexOf(listed)],
        (name) => ({
          vi: `${name.vi} cho tóc ${length?.id} sẽ thành "${id}", trùng tên một dịch vụ khác`,
          en: `${name.en} for ${length?.id} would be "${id}", which is the id of another service`,
        }),
        { vi: 'id khác cho một trong hai', en: 'another id for one of them' },
      )
    }
  },
}

const prices: SalonCheck = {
  needs: ['services', 'lengths'],
  run({ services, lengths }, report) {
    const ids = idsOf(lengths.lengths)
    for (const group of services) {
      group.services.forEach(({ minutes, price, by_length: sizes }, index) => {
        const at = ['services', index]
        const hasOnePrice = minutes !== undefined && price !== undefined
        const isPricedByLength = sizes !== undefined && minutes === undefined && price === undefined
        if (!(hasOnePrice && sizes === undefined) && !isPricedByLength) {
          report.error(
            group,
            at,
            (name) => ({
              vi: `không rõ giá của ${name.vi}`,
              en: `the price of ${name.en} is not clear`,
            }),
            {
              vi: 'minutes và price, hoặc by_length với mỗi độ dài tóc một dòng',
              en: 'minutes and price, or by_length with a line for each hair length',
            },
          )
        }
        const lengthIds = (sizes ?? []).map(({ length }) => length)
        checkKnownIds(group, [...at, 'by_length'], lengthIds, ids, report)
      })
    }
  },
}

const likelyPrices: SalonCheck = {
  needs: ['services'],
  run({ services }, report) {
    const all = services.flatMap((of) =>
      of.services.flatMap(({ price, by_length: sizes = [] }, index): PricedEntry[] => [
        ...(price === undefined ? [] : [{ of, path: ['services', index, 'price'], price }]),
        ...sizes.map((size, number) => ({
          of,
          path: ['services', index, 'by_length', number, 'price'],
          price: size.price,
        })),
      ]),
    )
    checkPrices(all, report)
  },
}

const serviceReferences: SalonCheck = {
  needs: ['services', 'needs', 'seats', 'health', 'business'],
  run({ services, needs, seats, health, business }, report) {
    const known = {
      needs: idsOf(needs.needs),
      ask_first: idsOf(health.boxes),
      seat: idsOf(seats.kinds),
      vat: idsOf(business.vat),
    }
    checkUniqueIds(needs, 'needs', needs.needs, report)
    checkUniqueIds(health, 'boxes', health.boxes, report)
    for (const group of services)
      checkEntryReferences(group, 'services', group.services, known, report)
  },
}

const seatsFit: SalonCheck = {
  needs: ['services', 'seats'],
  run({ services, seats }, report) {
    checkUniqueIds(seats, 'kinds', seats.kinds, report)
    checkUniqueIds(seats, 'seats', seats.seats, report)
    const kinds = idsOf(seats.kinds)
    checkEntryReferences(seats, 'seats', seats.seats, { kind: kinds }, report)
    const seatKinds = new Set(seats.seats.map(({ kind }) => kind))
    for (const group of services) {
      group.services.forEach(({ seat }, index) => {
        if (seatKinds.has(seat) || !kinds.includes(seat)) return
        report.error(
          group,
          ['services', index, 'seat'],
          (name) => ({
            vi: `${name.vi} là "${seat}", nhưng tiệm không có ghế loại đó`,
            en: `${name.en} is "${seat}", but there is no seat of that kind`,
          }),
          { vi: 'loại ghế có trong seats.yaml', en: 'the kind of a seat in seats.yaml' },
        )
      })
    }
  },
}

const skills: SalonCheck = {
  needs: ['services', 'stylists'],
  run({ services, stylists: file }, report) {
    const { stylists } = file
    checkUniqueIds(file, 'stylists', stylists, report)
    const ids = services.flatMap((group) => idsOf(group.services))
    checkEntryReferences(file, 'stylists', stylists, { services: ids }, report)
    for (const group of services) {
      group.services.forEach(({ id }, index) => {
        if (stylists.some((one) => one.services.includes(id))) return
        report.error(
          group,
          ['services', index],
          (name) => ({
            vi: `trong stylists.yaml không có ai làm ${name.vi}`,
            en: `no one in stylists.yaml does ${name.en}`,
          }),
          {
            vi: 'id này vào services của người làm được, trong stylists.yaml',
            en: 'its id under the services of a stylist who does it, in stylists.yaml',
          },
        )
      })
    }
  },
}

const lastStart: SalonCheck = {
  needs: ['services', 'lengths', 'policy', 'business'],
  run({ services, lengths, policy, business }, report) {
    const all = allServices({ services, lengths })
    checkLastServiceStart(
      policy,
      all.map(({ minutes }) => minutes),
      business,
      report,
    )
  },
}

export const checks: SalonCheck[] = [
  serviceIds,
  prices,
  likelyPrices,
  serviceReferences,
  seatsFit,
  skills,
  startsInOrder,
  lastStart,
]
