/** Five shops as owners would write them. The same tests serve, book and check each, and take its screenshots. */
import { lateBar } from './bar-folder.ts'
import { photoSpa } from './photo-spa.ts'
import { nailStudio, phoStall, renamedRestaurant } from './shop-folders.ts'

/** The scale of photos whose conversion is tested elsewhere. */
export const smallPhotos = 0.3

type RealisticShop = {
  name: string
  trade: string
  /** Creates the content folder; `scale` is the size of its photos, if it has any. */
  createFolder(scale: number): string | Promise<string>
  /** The home pages, one for each language. */
  homePages: readonly string[]
  /** The files that `letan content check` has a note about, in this order. */
  notes: readonly string[]
  tools: { availability: string; request: string }
  /** What a guest books: in the URL of the site, in fields of the API and in arguments of the tools. */
  booking: { query: string; fields: object; arguments: object }
  /** The date and time that the guest books; a time after midnight has the date of the next day. */
  start: { date: string; time: string }
  /** The day of the service, which the desk lists. */
  serviceDay: string
}

const missingIcons = [
  'favicon.svg',
  'apple-touch-icon.png',
  'icon-48.png',
  'icon-96.png',
  'icon-192.png',
  'icon-512.png',
].map((name) => `pictures/${name}`)

const [friday, saturday] = ['2026-11-20', '2026-11-21']

const table = {
  tools: { availability: 'check_table_availability', request: 'request_reservation' },
  booking: { query: 'party_size=2', fields: { party_size: 2 }, arguments: { party_size: 2 } },
}

/** `person` is asked for only in a shop whose people have names. */
const appointment = (serviceId: string, person?: string) => ({
  tools: { availability: 'check_slots', request: 'request_appointment' },
  booking: {
    query: `offerId=${serviceId}${person === undefined ? '' : `&${person}=any`}`,
    fields: { offerId: serviceId },
    arguments: { service_id: serviceId },
  },
})

const evening = { start: { date: friday, time: '18:00' }, serviceDay: friday }

export const realisticShops: readonly RealisticShop[] = [
  {
    name: 'a phở stall',
    trade: 'restaurant',
    createFolder: () => phoStall(),
    homePages: ['/'],
    notes: [...missingIcons, 'tables.yaml'],
    ...table,
    ...evening,
  },
  {
    name: 'a bar that is open until 02:00',
    trade: 'restaurant',
    createFolder: lateBar,
    homePages: ['/', '/en'],
    notes: ['faqs.yaml', ...missingIcons],
    ...table,
    start: { date: saturday, time: '00:30' },
    serviceDay: friday,
  },
  {
    name: 'a spa with photos',
    trade: 'spa',
    createFolder: photoSpa,
    homePages: ['/', '/en'],
    notes: missingIcons,
    ...appointment('massage-chan', 'therapist'),
    ...evening,
  },
  {
    name: 'a nail studio',
    trade: 'salon',
    createFolder: () => nailStudio(),
    homePages: ['/', '/en'],
    notes: missingIcons,
    ...appointment('son-gel'),
    ...evening,
  },
  {
    name: 'a restaurant that was renamed from the sample',
    trade: 'restaurant',
    createFolder: renamedRestaurant,
    homePages: ['/', '/en'],
    notes: [],
    ...table,
    ...evening,
  },
]
