/** What must agree between the files of a spa. */
import { knownId, knownIds, uniqueCategories, uniqueIds } from '../../content/checks.ts'
import type { Check } from '../../domain/trade.ts'
import type { files } from './files.ts'

type SpaCheck = Check<typeof files>

const offerIds: SpaCheck = {
  needs: ['treatments', 'memberships', 'giftCards'],
  run({ treatments, memberships, giftCards }, report) {
    const taken = new Set<string>()
    uniqueCategories([...treatments, memberships, giftCards], report)
    for (const group of treatments) uniqueIds(group, 'treatments', group.treatments, report, taken)
    uniqueIds(memberships, 'memberships', memberships.memberships, report, taken)
    uniqueIds(giftCards, 'cards', giftCards.cards, report, taken)
  },
}

const treatmentWords: SpaCheck = {
  needs: ['treatments', 'feelings', 'rooms', 'health', 'business'],
  run({ treatments, feelings, rooms, health, business }, report) {
    const known = {
      feelings: feelings.feelings.map(({ id }) => id),
      rooms: rooms.kinds.map(({ id }) => id),
      vat: business.vat.map(({ id }) => id),
      boxes: health.boxes.map(({ id }) => id),
    }
    uniqueIds(feelings, 'feelings', feelings.feelings, report)
    uniqueIds(health, 'boxes', health.boxes, report)
    for (const group of treatments) {
      group.treatments.forEach((treatment, place) => {
        const at = (member: string) => ['treatments', place, member]
        knownIds(group, at('feelings'), treatment.feelings, known.feelings, report)
        knownIds(group, at('ask_first'), treatment.ask_first, known.boxes, report)
        knownId(group, at('room'), treatment.room, known.rooms, report)
        if (treatment.vat) knownId(group, at('vat'), treatment.vat, known.vat, report)
      })
    }
  },
}

const roomsFit: SpaCheck = {
  needs: ['treatments', 'rooms'],
  run({ treatments, rooms }, report) {
    uniqueIds(rooms, 'kinds', rooms.kinds, report)
    uniqueIds(rooms, 'rooms', rooms.rooms, report)
    const kinds = rooms.kinds.map(({ id }) => id)
    rooms.rooms.forEach((room, place) => {
      knownIds(rooms, ['rooms', place, 'kinds'], room.kinds, kinds, report)
    })
    for (const group of treatments) {
      group.treatments.forEach(({ room, guests }, place) => {
        const fits = rooms.rooms.some((one) => one.kinds.includes(room) && one.guests >= guests)
        if (fits || !kinds.includes(room)) return
        report.fault(
          group,
          ['treatments', place, 'room'],
          (name) => `${name} is "${room}", but no such room takes ${guests}`,
          'the kind of a room in rooms.yaml',
        )
      })
    }
  },
}

const skills: SpaCheck = {
  needs: ['treatments', 'therapists'],
  run({ treatments, therapists }, report) {
    uniqueIds(therapists, 'therapists', therapists.therapists, report)
    const ids = treatments.flatMap((group) => group.treatments.map(({ id }) => id))
    therapists.therapists.forEach((therapist, place) => {
      knownIds(therapists, ['therapists', place, 'treatments'], therapist.treatments, ids, report)
    })
    for (const group of treatments) {
      group.treatments.forEach(({ id, guests }, place) => {
        const able = therapists.therapists.filter((one) => one.treatments.includes(id)).length
        if (able >= guests) return
        report.fault(
          group,
          ['treatments', place],
          (name) => `${name} needs ${guests} therapists, but therapists.yaml has ${able}`,
          'its id under the treatments of those who do it, in therapists.yaml',
        )
      })
    }
  },
}

const membershipTreatments: SpaCheck = {
  needs: ['treatments', 'memberships'],
  run({ treatments, memberships }, report) {
    const ids = treatments.flatMap((group) => group.treatments.map(({ id }) => id))
    memberships.memberships.forEach(({ treatment }, place) => {
      knownId(memberships, ['memberships', place, 'treatment'], treatment, ids, report)
    })
  },
}

const times: SpaCheck = {
  needs: ['policy'],
  run({ policy }, report) {
    if (policy.first_start <= policy.last_start) return
    report.fault(
      policy,
      ['last_start'],
      (name) => `${name} is before the first start`,
      'a later time',
    )
  },
}

export const checks: SpaCheck[] = [
  offerIds,
  treatmentWords,
  roomsFit,
  skills,
  membershipTreatments,
  times,
]
