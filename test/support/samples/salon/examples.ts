/** Example calls of assistants, one or more for each tool, and the longest results. */
import { changeExamples } from '../appointments.ts'
import { contact, type Examples, lan } from '../sample.ts'

export const examples: Examples = {
  get_business_info: [{}],
  list_offerings: [{ category: 'nhuom', limit: 5 }, { query: 'goi dau' }, { tag: 'cho-nam' }],
  get_pricing: [{ category: 'Uốn và duỗi' }, {}],
  search_content: [{ query: 'henna' }, { query: 'wedding', limit: 3 }],
  read_page: [{ path: '/policy' }, { path: '/en/faq' }],
  list_faqs: [{ topic: 'dat-lich' }, { query: 'thử thuốc' }],
  get_booking_status: [{}],
  submit_contact_request: contact,
  list_services: [
    { category: 'Nhuộm', length: 'dai' },
    {},
    { tag: 'thu-gian', max_minutes: 60 },
    { stylist_id: 'minh-khang' },
  ],
  list_stylists: [{ weekday: 'tuesday' }, {}, { service_id: 'highlight-vai' }],
  check_slots: [
    { service_id: 'cat-nu', date: '2026-11-20', around: '09:15' },
    { service_id: 'cat-nu', date: '2026-11-20', to_date: '2026-11-22', to: '12:00' },
    { service_id: 'cat-nu', date: '2026-11-20', weekday: 'friday' },
    { service_id: 'nhuom-mot-mau-dai', date: '2026-11-20', stylist_id: 'thuy-vy' },
    { service_id: 'goi-duong-sinh', month: '2026-12' },
    { service_id: 'cat-nam', date: '2026-11-19', stylist_id: 'minh-khang' },
  ],
  request_appointment: [
    {
      ...lan,
      service_id: 'phu-bac-ngan',
      date: '2026-11-20',
      weekday: 'friday',
      time: '10:00',
      stylist_id: 'thuy-vy',
      health: ['dye_allergy'],
      note: 'Xin loại thuốc ít mùi.',
    },
    { ...lan, service_id: 'cat-nu', date: '2026-11-20', time: '10:00' },
  ],
  ...changeExamples('CAT-7K3M-9Q2X-4D'),
}

export const largestCalls: [tool: string, args: Record<string, unknown>][] = [
  ['list_offerings', { limit: 20 }],
  ['search_content', { query: 'cắt nhuộm uốn gội', limit: 10 }],
  ['list_faqs', {}],
  ['get_pricing', {}],
  ['list_services', {}],
  ['list_services', { category: 'nhuom', limit: 5 }],
  ['list_stylists', {}],
  ['check_slots', { service_id: 'cat-nu', date: '2026-12-06' }],
  ['check_slots', { service_id: 'goi-say', date: '2026-12-06' }],
]
