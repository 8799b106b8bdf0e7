import { massage } from '../../booking.ts'
import { appointmentTools } from '../appointments.ts'
import { lan, more, people, type Sample } from '../sample.ts'
import { day } from './day.ts'
import { examples, largestCalls } from './examples.ts'
import { filters } from './filters.ts'
import { lines } from './lines.ts'
import { rules } from './rules.ts'

const { date, time } = massage
const everything = {
  ...{ ...lan, ...more, date, time },
  ...{ therapist_gender: 'female', health: ['wound', 'pregnant'] },
}
const card = { kind: 'gift_card', amount: 500_000, delivery: 'zalo', recipient: 'Mai' }

export const sample: Sample = {
  offers: 26,
  list: '/treatments',
  filtered: '/treatments?minutes=45',
  offerPage: '/treatments/co-vai-gay',
  forms: ['/gift-cards/order', '/memberships/order'],
  orders: [
    { ...people.ha, ...card, message: 'Chúc mừng!' },
    { ...people.bao, kind: 'membership', visits: 5 },
  ],
  request: massage,
  storedRow: { offer_id: 'co-vai-gay', party_size: 1 },
  otherTimes: ['14:00', '15:00'],
  sensitive: { health: ['blood_pressure'] },
  responseDeadline: { vi: 'T2 16/11 10:00', en: 'Mon 16 Nov 10:00' },
  openStatus: { open_now: true, closes_at: '2026-11-16T21:00:00+07:00' },
  isOpenLater: [true, true],
  search: { queries: ['goi dau', 'gội đầu'], expected: /gội/i },
  schemaTypes: { place: 'DaySpa', reservation: 'EventReservation' },
  preference: { therapist_id: 'quoc-bao' },
  filters,
  cautions: /no diagnosis and no promise of results/,
  tools: appointmentTools({
    offerId: 'co-vai-gay',
    writes: ['request_gift_card', 'request_membership'],
    rules,
    examples,
    largestCalls,
  }),
  fullRequest: {
    apiBody: { ...everything, offerId: 'cap-am-nha-dam' },
    toolArguments: { ...everything, weekday: 'friday', service_id: 'cap-am-nha-dam' },
  },
  lines,
  steps: [
    'offerId=co-vai-gay',
    'offerId=co-vai-gay&therapist=any',
    'offerId=co-vai-gay&therapist=any&date=2026-11-20',
    'offerId=co-vai-gay&therapist=any&date=2026-11-20&time=10:00',
    'offerId=nothing&therapist=any&date=2026-11-20',
  ],
  site: {
    vi: {
      choices: [/^Massage cổ vai gáy/, 'Ai cũng được'],
      tick: 'Huyết áp cao hoặc thấp',
    },
    en: {
      choices: [/^Neck and Shoulders/, 'Anyone'],
      tick: 'High or low blood pressure',
    },
    assignment: {},
    healthAnswer: ['blood_pressure'],
    rival: massage,
  },
  desk: {
    day,
    blocked: 'room:rau-ma',
    resource: 'room:la-sa',
    quickEntry: 'mai 15h gội bồ kết Lan 0912345678',
  },
}
