/** Content folders of realistic small shops, as their owners would write them. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sampleFolder } from '../../src/content/sample.ts'

const folders: string[] = []
process.on('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

/** A new folder with these text files. */
export function writeShopFolder(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'letan-shop-'))
  folders.push(folder)
  for (const [file, text] of Object.entries(files)) {
    const path = join(folder, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  return folder
}

const phoBusiness = `trade: restaurant
languages: [vi]
name: Phở Góc Phố
address:
  street: 12 phố Hàng Than
  city: Hà Nội
phone: "+84 24 3927 1188"
hours:
  - days: [2, 3, 4, 5, 6, 7]
    periods:
      - { from: "06:00", to: "10:30" }
      - { from: "17:00", to: "21:00" }
`

const phoMenu = `dishes:
  - { name: Phở bò tái, price: 55000 }
  - { name: Phở bò chín, price: 55000 }
  - { name: Phở tái lăn, price: 65000 }
  - { name: Phở gà, price: 50000 }
  - { name: Phở gà trộn, price: 55000 }
  - { name: Phở sốt vang, price: 65000 }
  - { name: Bún thang, price: 60000 }
  - { name: Trứng chần, price: 10000 }
  - { name: Quẩy, price: 5000 }
  - { name: Trà đá, price: 5000 }
  - { name: Nước sấu, price: 20000 }
  - { name: Bia Hà Nội, price: 25000 }
`

/** A phở stall in Vietnamese: a name, an address, a phone number, hours and twelve dishes. */
export function phoStall(files: Readonly<Record<string, string>> = {}): string {
  return writeShopFolder({ 'business.yaml': phoBusiness, 'menu/pho.yaml': phoMenu, ...files })
}

/** The same stall, with some texts in English too. */
export function bilingualPhoStall(languages: string): string {
  return phoStall({
    'business.yaml': phoBusiness
      .replace('languages: [vi]', `languages: ${languages}`)
      .replace('name: Phở Góc Phố\n', 'name: Phở Góc Phố\ntagline: { vi: Phở bò từ sáng sớm }\n'),
    'menu/pho.yaml': phoMenu.replace(
      'name: Phở gà,',
      'name: { vi: Phở gà, en: Chicken noodle soup },',
    ),
    'pages/about.vi.md':
      '---\ntitle: Chuyện của quán\ndescription: Quán mở từ năm 1987.\nupdated: "2026-11-01"\n---\n\nBà ngoại mở quán năm 1987.\n',
  })
}

/** A nail studio of one person in the salon trade: no hair lengths, needs, health boxes, inclusions or people. */
export function nailStudio(files: Readonly<Record<string, string>> = {}): string {
  return writeShopFolder({
    'business.yaml': `trade: salon
name: Móng Xinh
address:
  street: 45 Lê Lợi
  ward: { vi: phường Sài Gòn, en: Sài Gòn Ward }
  city: { vi: TP. Hồ Chí Minh, en: Ho Chi Minh City }
phone: "+84 28 3829 4455"
email: chao@mongxinh.example
messaging:
  - { name: Zalo, address: "https://zalo.me/84909112233" }
hours:
  - days: [1, 2, 3, 4, 5, 6, 7]
    periods:
      - { from: "09:00", to: "20:00" }
`,
    'services/nail.yaml': `services:
  - name: { vi: Sơn gel, en: Gel polish }
    minutes: 60
    price: 180000
  - name: { vi: Đắp bột, en: Acrylic set }
    minutes: 90
    price: 350000
    description: { vi: "Bộ móng đắp bột, dài tuỳ ý.", en: "A full acrylic set, any length." }
`,
    ...files,
  })
}

/** A spa of two people: no feelings, health boxes, rooms, memberships or rules; gift cards if a file for them is passed. */
export function twoPersonSpa(files: Readonly<Record<string, string>> = {}): string {
  return writeShopFolder({
    'business.yaml': `trade: spa
name: Spa Lá Xanh
address:
  street: 9 Trần Phú
  city: Nha Trang
phone: "+84 258 3822 119"
hours:
  - days: [1, 2, 3, 4, 5, 6, 7]
    periods:
      - { from: "09:00", to: "20:00" }
`,
    'treatments/massage.yaml': `treatments:
  - { name: { vi: Massage chân, en: Foot massage }, minutes: 60, price: 250000 }
  - { name: { vi: Massage toàn thân, en: Body massage }, minutes: 90, price: 400000 }
`,
    'therapists.yaml': `therapists:
  - { name: Hạnh, gender: female }
  - { name: Tú, gender: male }
`,
    ...files,
  })
}

/** A copy of the sample restaurant in which the owner changed only what names the shop. */
export function renamedRestaurant(): string {
  const folder = mkdtempSync(join(tmpdir(), 'letan-shop-'))
  folders.push(folder)
  cpSync(sampleFolder('restaurant'), folder, { recursive: true })
  const path = join(folder, 'business.yaml')
  const changes: [before: string | RegExp, after: string][] = [
    ['name: Khói Lam', 'name: Bếp Nhà Mây'],
    ['8 ngõ 27 Đặng Thai Mai', '21 Nguyễn Huệ'],
    ['latitude: 21.0621', 'latitude: 21.0301'],
    ['longitude: 105.8217', 'longitude: 105.8502'],
    ['+84 24 3718 0146', '+84 24 3933 2211'],
    ['xinchao@khoilam.example', 'chao@nhamay.example'],
    ['84953180146', '84912003004'],
    [/^bank:\n(?: {2}.*\n)+/m, ''],
  ]
  const text = changes.reduce(
    (changed, [before, now]) => changed.replace(before, now),
    readFileSync(path, 'utf8'),
  )
  writeFileSync(path, text)
  return folder
}
