import { guest } from '../../booking.ts'
import { appointmentTools } from '../appointments.ts'
import { friday, lan, more, type Sample } from '../sample.ts'
import { day } from './day.ts'
import { examples, largestCalls } from './examples.ts'
import { filters } from './filters.ts'
import { lines } from './lines.ts'
import { rules } from './rules.ts'

/** Friday morning, a cut. */
const cut = { ...guest, date: friday, time: '10:00', offerId: 'cat-nu' }
const { date, time } = cut
const everything = { ...lan, ...more, date, time, health: ['dye_allergy', 'pregnant'] }

export const sample: Sample = {
  offers: 36,
  list: '/services',
  filtered: '/services?length=dai',
  offerPage: '/services/cat-nu',
  forms: [],
  orders: [],
  request: cut,
  storedRow: { offer_id: 'cat-nu', party_size: 1 },
  otherTimes: ['14:00', '15:00'],
  sensitive: { health: ['blood_pressure'] },
  responseDeadline: { vi: 'T2 16/11 09:45', en: 'Mon 16 Nov 09:45' },
  openStatus: { open_now: true, closes_at: '2026-11-16T20:00:00+07:00' },
  isOpenLater: [true, true],
  search: { queries: ['nhuom', 'nhuộm'], expected: /nhuộm/i },
  schemaTypes: { place: 'HairSalon', reservation: 'EventReservation' },
  preference: { stylist_id: 'thuy-vy' },
  filters,
  cautions: /An exact shade or curl is not promised/,
  tools: appointmentTools({
    offerId: 'cat-nu',
    rules,
    examples,
    largestCalls,
  }),
  fullRequest: {
    apiBody: { ...everything, offerId: 'nhuom-mot-mau-vai' },
    toolArguments: { ...everything, weekday: 'friday', service_id: 'nhuom-mot-mau-vai' },
  },
  lines,
  steps: [
    'category=nhuom',
    'offerId=cat-nu',
    'offerId=cat-nu&stylist=any',
    'offerId=cat-nu&stylist=any&date=2026-11-20',
    'category=nhuom&offerId=phu-bac-vai&stylist=any&date=2026-11-20&time=10:00',
    'offerId=nothing&stylist=any&date=2026-11-20',
  ],
  site: {
    vi: {
      choices: [/^Cắt tóc nữ/, 'Ai cũng được'],
      tick: 'Huyết áp cao hoặc thấp',
    },
    en: {
      choices: [/^Women’s Cut/, 'Anyone'],
      tick: 'High or low blood pressure',
    },
    assignment: {},
    healthAnswer: ['blood_pressure'],
    rival: cut,
  },
  desk: {
    day,
    blocked: 'seat:goc-yen',
    resource: 'seat:cua-so',
    quickEntry: 'mai 15h gội dưỡng sinh Lan 0912345678',
  },
}
