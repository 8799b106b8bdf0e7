/** Example calls of assistants, one or more for each tool, and the longest results. */
import { contact, type Examples, lan } from '../sample.ts'

export const examples: Examples = {
  get_business_info: [{}],
  list_offerings: [{ category: 'khoi-vi', limit: 5 }, { query: 'ca kho' }, { tag: 'chay' }],
  get_pricing: [{ category: 'Khởi vị' }, {}],
  search_content: [{ query: 'mam com' }, { query: 'deposit', limit: 3 }],
  read_page: [{ path: '/policy' }, { path: '/en/faq', part: 2 }],
  list_faqs: [{ topic: 'dat-ban' }, { query: 'đặt cọc' }],
  get_booking_status: [{}],
  submit_contact_request: contact,
  list_team: [{}],
  get_menu: [{ diet: 'vegan', exclude_allergens: ['peanuts'] }, {}, { max_spice: 0, limit: 5 }],
  get_dish: [{ dish_id: 'ca-kho-lang-vu-dai' }, { dish_id: 'ca-phao-muoi-soi' }],
  get_set_menus: [{ guests: 4 }, {}],
  get_reservation_policy: [{ party_size: 2 }, { party_size: 10 }, { party_size: 15 }],
  check_table_availability: [
    { date: '2026-11-20', weekday: 'friday', party_size: 4 },
    { date: '2026-11-23', party_size: 2 },
    { date: '2027-03-10' },
    { month: '2026-12', party_size: 4 },
    { date: '2026-11-21', party_size: 8, table_type: 'phong-rieng' },
    { date: '2026-11-21', team_id: 'nguyen-thi-mai' },
    { date: '2026-11-20', party_size: 4, around: '19:00' },
    { date: '2026-11-23', around: '19:15' },
    { date: '2026-11-19', to_date: '2026-11-23', meal: 'dinner', party_size: 9 },
  ],
  request_reservation: [
    {
      ...lan,
      date: '2026-11-20',
      weekday: 'friday',
      time: '18:30',
      party_size: 4,
      allergens: ['peanuts', 'fish'],
      note: 'Có ghế trẻ em thì tốt quá.',
      set_menu_id: 'mam-bon-nguoi',
    },
  ],
  request_cancellation: [
    { code: 'BAN-7K3M-9Q2X-4D', kind: 'cancel' },
    { code: 'BAN-7K3M-9Q2X-4D', kind: 'smaller_party', party_size: 2, note: 'Con ốm' },
    { code: 'BAN-7K3M-9Q2X-4D', kind: 'move', date: '2026-11-21', time: '12:00' },
  ],
}

export const largestCalls: [tool: string, args: Record<string, unknown>][] = [
  ['list_offerings', { limit: 20 }],
  ['search_content', { query: 'cá kho nướng cơm', limit: 10 }],
  ['list_faqs', {}],
  ['get_pricing', {}],
  ['get_menu', {}],
  ['get_set_menus', {}],
  ['list_team', {}],
  ['check_table_availability', { date: '2026-12-05', party_size: 2 }],
  ['check_table_availability', { date: '2026-12-05', party_size: 14 }],
]

export const month: [tool: string, args: Record<string, unknown>] = [
  'check_table_availability',
  { party_size: 2 },
]
