/** Single values of the sample that describe another shop, with the part in which each is edited. */
import type { Path } from '../../content/source.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import { businessFile } from './state.ts'

type SampleValue = { file: string; path: Path; part: string; what: LocalizedText; isNeeded?: true }

export const sampleValues: readonly SampleValue[] = [
  { ...inBusiness('name', 'contact'), what: { vi: 'Tên', en: 'The name' }, isNeeded: true },
  {
    ...inBusiness('phone', 'contact'),
    what: { vi: 'Số điện thoại', en: 'The phone number' },
    isNeeded: true,
  },
  {
    ...{ file: businessFile, path: ['address', 'street'], part: 'contact' },
    what: { vi: 'Địa chỉ', en: 'The address' },
    isNeeded: true,
  },
  {
    ...{ file: businessFile, path: ['address', 'directions'], part: 'contact' },
    what: { vi: 'Lời chỉ đường', en: 'The directions' },
  },
  { ...inBusiness('geo', 'contact'), what: { vi: 'Vị trí trên bản đồ', en: 'The map location' } },
  { ...inBusiness('tagline', 'contact'), what: { vi: 'Câu giới thiệu ngắn', en: 'The tagline' } },
  {
    ...inBusiness('description', 'contact'),
    what: { vi: 'Lời giới thiệu tiệm', en: 'The description' },
  },
  { ...inBusiness('email', 'contact'), what: { vi: 'Địa chỉ email', en: 'The email address' } },
  { ...inBusiness('messaging', 'contact'), what: { vi: 'Số Zalo', en: 'The Zalo number' } },
  { ...inBusiness('bank', 'money'), what: { vi: 'Tài khoản ngân hàng', en: 'The bank account' } },
  {
    ...inPolicy('tiers'),
    what: { vi: 'Quy định theo số khách, có tiền cọc', en: 'Rules by party size, with deposits' },
  },
  { ...inPolicy('private_room'), what: { vi: 'Quy định phòng riêng', en: 'The private room' } },
  { ...inPolicy('included'), what: { vi: 'Lời “giá đã gồm”', en: 'What prices include' } },
  {
    ...inPolicy('not_included'),
    what: { vi: 'Lời “giá chưa gồm”', en: 'What prices do not include' },
  },
]

function inBusiness(name: string, part: string) {
  return { file: businessFile, path: [name], part }
}

function inPolicy(name: string) {
  return { file: 'policy.yaml', path: [name], part: 'policy' }
}
