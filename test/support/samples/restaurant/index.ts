import { table } from '../../booking.ts'
import { lan, more, type Sample } from '../sample.ts'
import { day } from './day.ts'
import { examples, largestCalls, month } from './examples.ts'
import { filters } from './filters.ts'
import { lines } from './lines.ts'
import { rules } from './rules.ts'

const { date, time } = table
const everything = {
  ...{ ...lan, ...more, date, time, party_size: 4 },
  ...{ allergens: ['peanuts', 'fish'], table_type: 'hien-vuon' },
}

export const sample: Sample = {
  offers: 39,
  list: '/menu',
  filtered: '/menu?diet=vegan',
  offerPage: '/menu/cha-ca-lang',
  forms: [],
  orders: [],
  request: table,
  storedRow: { offer_id: 'dat-ban-thuong', party_size: 4 },
  otherTimes: ['19:30', '20:00'],
  sensitive: { allergens: ['peanuts'] },
  responseDeadline: { vi: 'T3 17/11 12:30', en: 'Tue 17 Nov 12:30' },
  openStatus: { open_now: false, opens_next: '2026-11-17T10:30:00+07:00' },
  isOpenLater: [false, false],
  search: { queries: ['mam com', 'mâm cơm'], expected: /mâm/i },
  schemaTypes: { place: 'Restaurant', reservation: 'FoodEstablishmentReservation' },
  preference: {},
  filters,
  cautions: /safe for an allergy/,
  tools: {
    own: Object.keys(rules),
    writes: ['request_reservation', 'request_cancellation'],
    rules,
    checkTool: 'check_table_availability',
    bookTool: 'request_reservation',
    changeTool: 'request_cancellation',
    byPhone: false,
    query: { date, weekday: 'friday', party_size: 4 },
    needs: 'party_size',
    examples,
    largestCalls,
    month,
  },
  fullRequest: {
    apiBody: { ...everything, offerId: 'mam-bon-nguoi' },
    toolArguments: { ...everything, weekday: 'friday', set_menu_id: 'mam-bon-nguoi' },
  },
  lines,
  steps: [
    'party_size=4',
    'party_size=4&date=2026-11-20',
    'party_size=4&date=2026-11-20&time=18:30',
    'party_size=8',
    'party_size=4&date=2026-11-16',
    'party_size=999&date=2026-11-20',
  ],
  site: {
    vi: { choices: ['4 người', 'Hiên vườn'], tick: 'Lạc' },
    en: { choices: ['4 guests', 'Garden veranda'], tick: 'Peanuts' },
    assignment: { table_type: 'hien-vuon' },
    healthAnswer: ['peanuts'],
    rival: { ...table, table_type: 'hien-vuon' },
  },
  desk: {
    day,
    blocked: 'table:nha-3',
    resource: 'table:nha-6',
    quickEntry: '20h 4 người Lan 0912345678 ngoài hiên',
  },
}
