/** Example calls of assistants, one or more for each tool, and the longest results. */
import { changeExamples } from '../appointments.ts'
import { contact, type Examples, lan } from '../sample.ts'

export const examples: Examples = {
  get_business_info: [{}],
  list_offerings: [{ category: 'massage-body', limit: 5 }, { query: 'goi dau' }],
  get_pricing: [{ category: 'Chăm sóc da mặt' }, {}],
  search_content: [{ query: 'mang thai' }, { query: 'gift card', limit: 3 }],
  read_page: [{ path: '/policy' }, { path: '/en/faq' }],
  list_faqs: [{ topic: 'dat-lich' }, { query: 'đổi lịch' }],
  get_booking_status: [{}],
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
    { service_id: 'co-vai-gay', date: '2026-11-20', around: '19:30' },
    { service_id: 'co-vai-gay', date: '2026-11-20', from: '17:00' },
    { service_id: 'cho-hai-nguoi', date: '2026-11-23', to_date: '2026-11-26', around: '10:00' },
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
  ...changeExamples('HEN-7K3M-9Q2X-4D'),
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

export const largestCalls: [tool: string, args: Record<string, unknown>][] = [
  ['list_offerings', { limit: 20 }],
  ['search_content', { query: 'massage gội da mặt', limit: 10 }],
  ['list_faqs', {}],
  ['get_pricing', {}],
  ['list_services', {}],
  ['list_services', { category: 'goi-ket-hop', limit: 5 }],
  ['list_therapists', {}],
  ['check_slots', { service_id: 'co-vai-gay', date: '2026-12-06' }],
  ['check_slots', { service_id: 'cho-hai-nguoi', date: '2026-12-06', party_size: 2 }],
  [
    'suggest_treatment',
    {
      skin: ['da-kho', 'da-dau', 'da-xin-mau', 'da-nhay-cam', 'da-bi', 'da-di-nang'],
      body: ['moi-vai-gay', 'moi-lung', 'chan-moi', 'dau-nang', 'kho-ngu', 'cang-thang'],
      health: ['pregnant', 'recent_surgery', 'blood_pressure', 'allergy_to_herbs'],
    },
  ],
]
