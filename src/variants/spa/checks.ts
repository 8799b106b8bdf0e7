/** Checks across the content files of a spa. */
import {
  checkEntryReferences,
  checkUniqueCategories,
  checkUniqueIds,
  idsOf,
  type UsedIds,
} from '../../content/checks.ts'
import { checkPrices } from '../../content/price-checks.ts'
import type { Check } from '../../domain/trade/trade.ts'
import { plural } from '../../kernel/plural.ts'
import { checkLastServiceStart, startsInOrder } from '../appointments/checks.ts'
import type { files } from './files.ts'

type SpaCheck = Check<typeof files>

const offerIds: SpaCheck = {
  needs: ['treatments', 'memberships', 'giftCards'],
  run({ treatments, memberships, giftCards }, report) {
    const usedIds: UsedIds = new Map()
    checkUniqueCategories([...treatments, memberships, giftCards], report)
    for (const group of treatments)
      checkUniqueIds(group, 'treatments', group.treatments, report, usedIds)
    checkUniqueIds(memberships, 'memberships', memberships.memberships, report, usedIds)
    checkUniqueIds(giftCards, 'cards', giftCards.cards, report, usedIds)
  },
}

const treatmentReferences: SpaCheck = {
  needs: ['treatments', 'feelings', 'rooms', 'health', 'business'],
  run({ treatments, feelings, rooms, health, business }, report) {
    const known = {
      feelings: idsOf(feelings.feelings),
      ask_first: idsOf(health.boxes),
      room: idsOf(rooms.kinds),
      vat: idsOf(business.vat),
    }
    checkUniqueIds(feelings, 'feelings', feelings.feelings, report)
    checkUniqueIds(health, 'boxes', health.boxes, report)
    for (const group of treatments)
      checkEntryReferences(group, 'treatments', group.treatments, known, report)
  },
}

const roomsFit: SpaCheck = {
  needs: ['treatments', 'rooms'],
  run({ treatments, rooms }, report) {
    checkUniqueIds(rooms, 'kinds', rooms.kinds, report)
    checkUniqueIds(rooms, 'rooms', rooms.rooms, report)
    const kinds = idsOf(rooms.kinds)
    checkEntryReferences(rooms, 'rooms', rooms.rooms, { kinds }, report)
    for (const group of treatments) {
      group.treatments.forEach(({ room, guests }, index) => {
        const hasRoom = rooms.rooms.some((one) => one.kinds.includes(room) && one.guests >= guests)
        if (hasRoom || !kinds.includes(room)) return
        report.error(
          group,
          ['treatments', index, 'room'],
          (name) => ({
            vi: `${name.vi} là "${room}", nhưng không có phòng nào loại đó đủ chỗ cho ${guests} khách`,
            en: `${name.en} is "${room}", but no room of that kind is large enough for ${guests}`,
          }),
          { vi: 'loại phòng có trong rooms.yaml', en: 'the kind of a room in rooms.yaml' },
        )
      })
    }
  },
}

const skills: SpaCheck = {
  needs: ['treatments', 'therapists'],
  run({ treatments, therapists }, report) {
    checkUniqueIds(therapists, 'therapists', therapists.therapists, report)
    const ids = treatments.flatMap((group) => idsOf(group.treatments))
    checkEntryReferences(
      therapists,
      'therapists',
      therapists.therapists,
      { treatments: ids },
      report,
    )
    for (const group of treatments) {
      group.treatments.forEach(({ id, guests }, index) => {
        const able = therapists.therapists.filter((one) => one.treatments.includes(id)).length
        if (able >= guests) return
        report.error(
          group,
          ['treatments', index],
          (name) => ({
            vi: `${name.vi} cần ${guests} kỹ thuật viên, nhưng trong therapists.yaml có ${able} người làm được`,
            en:
              `${name.en} needs ${guests} ${plural(guests, { one: 'therapist', other: 'therapists' })}, ` +
              `but therapists.yaml has ${able}`,
          }),
          {
            vi: 'id này vào treatments của người làm được, trong therapists.yaml',
            en: 'its id under the treatments of a therapist who does it, in therapists.yaml',
          },
        )
      })
    }
  },
}

const membershipTreatments: SpaCheck = {
  needs: ['treatments', 'memberships'],
  run({ treatments, memberships }, report) {
    const treatment = treatments.flatMap((group) => idsOf(group.treatments))
    checkEntryReferences(memberships, 'memberships', memberships.memberships, { treatment }, report)
  },
}

const prices: SpaCheck = {
  needs: ['treatments'],
  run({ treatments }, report) {
    const all = treatments.flatMap((of) =>
      of.treatments.map(({ price }, index) => ({
        of,
        path: ['treatments', index, 'price'],
        price,
      })),
    )
    checkPrices(all, report)
  },
}

const lastStart: SpaCheck = {
  needs: ['treatments', 'policy', 'business'],
  run({ treatments, policy, business }, report) {
    const all = treatments.flatMap((group) => group.treatments)
    checkLastServiceStart(
      policy,
      all.map(({ minutes }) => minutes),
      business,
      report,
    )
  },
}

export const checks: SpaCheck[] = [
  offerIds,
  treatmentReferences,
  roomsFit,
  skills,
  membershipTreatments,
  prices,
  startsInOrder,
  lastStart,
]
