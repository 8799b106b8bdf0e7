/** Calls as assistants make them, one or more for each tool of the two sample shops. */
import type { Facts, ListedTool } from './assistant.ts'

export type Examples = Readonly<Record<string, readonly Facts[]>>

const lan = { name: 'Nguyễn Thị Lan', phone: '0912 345 678' }

const contact = [
  { ...lan, message: 'Tiệc sinh nhật' },
  { ...lan, email: 'lan@example.com', message: 'Hai\ndòng', preferred_time: 'sau 18 giờ' },
]

const restaurant: Examples = {
  get_business_info: [{}],
  list_offerings: [{ category: 'khoi-vi', limit: 5 }, { query: 'ca kho' }, { tag: 'chay' }],
  get_pricing: [{ category: 'Khởi vị' }, {}],
  search_content: [{ query: 'mam com' }, { query: 'deposit', limit: 3 }],
  read_page: [{ path: '/policy' }, { path: '/en/faq', part: 2 }],
  list_faqs: [{ topic: 'dat-ban' }, { query: 'đặt cọc' }],
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
  ],
}

const spa: Examples = {
  get_business_info: [{}],
  list_offerings: [{ category: 'massage-body', limit: 5 }, { query: 'goi dau' }],
  get_pricing: [{ category: 'Chăm sóc da mặt' }, {}],
  search_content: [{ query: 'mang thai' }, { query: 'gift card', limit: 3 }],
  read_page: [{ path: '/policy' }, { path: '/en/faq' }],
  list_faqs: [{ topic: 'dat-lich' }, { query: 'đổi lịch' }],
  submit_contact_request: contact,
  list_services: [{ category: 'Massage body', max_minutes: 60 }, {}, { category: 'the' }],
  list_therapists: [{ gender: 'female', weekday: 'saturday' }, {}, { service_id: 'co-vai-gay' }],
  suggest_treatment: [
    { body: ['moi-vai-gay'], minutes: 60 },
    { skin: ['da-kho'], health: ['wound', 'pregnant'] },
    {},
  ],
  check_slots: [
    { service_id: 'co-vai-gay', date: '2026-11-20', weekday: 'friday' },
    { service_id: 'cho-hai-nguoi', date: '2026-11-20', party_size: 2 },
    { service_id: 'co-vai-gay', month: '2026-12' },
    { service_id: 'co-vai-gay', date: '2026-11-18', therapist_id: 'quoc-bao' },
  ],
  request_appointment: [
    {
      ...lan,
      service_id: 'co-vai-gay',
      date: '2026-11-20',
      weekday: 'friday',
      time: '10:00',
      therapist_gender: 'male',
      health: ['blood_pressure'],
      note: 'Xin làm nhẹ tay.',
    },
    { ...lan, service_id: 'cho-hai-nguoi', date: '2026-11-20', time: '10:00', party_size: 2 },
  ],
  request_change: [
    { code: 'HEN-7K3M-9Q2X-4D', phone_last4: '5678', kind: 'cancel' },
    {
      code: 'HEN-7K3M-9Q2X-4D',
      phone_last4: '5678',
      kind: 'move',
      date: '2026-11-21',
      weekday: 'thứ bảy',
      time: '11:00',
    },
  ],
  list_gift_options: [{}],
  request_gift_card: [
    { ...lan, amount: 500_000, recipient: 'Minh', delivery: 'zalo' },
    {
      ...lan,
      service_id: 'goi-duong-sinh',
      delivery: 'email',
      email: 'lan@example.com',
      message: 'Chúc mừng sinh nhật!',
    },
  ],
  request_membership: [
    { ...lan, visits: 5 },
    { ...lan, visits: 10, service_id: 'co-vai-gay' },
  ],
}

export const examples = { restaurant, spa }

/** The same call as it may be tried out: a write stores nothing, and names a booking that is there. */
export function tryOut(tool: ListedTool, example: Facts, code: string): Facts {
  if (tool.annotations.readOnlyHint === true) return example
  return {
    ...example,
    ...('code' in example && { code }),
    consent: true,
    dry_run: true,
  }
}
