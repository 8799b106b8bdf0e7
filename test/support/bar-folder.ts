/** The content folder of a bar that is open until 02:00, as its owner would write it. */
import { writeShopFolder } from './shop-folders.ts'

const business = `trade: restaurant
name: Quán Đêm
tagline: { vi: "Cocktail và bia thủ công, mở đến hai giờ sáng", en: "Cocktails and craft beer until two in the morning" }
address:
  street: 88 Bùi Viện
  ward: { vi: phường Bến Thành, en: Bến Thành Ward }
  city: { vi: TP. Hồ Chí Minh, en: Ho Chi Minh City }
phone: "+84 28 3920 6677"
email: chao@quandem.example
hours:
  - days: [2, 3, 4, 5, 6, 7]
    periods:
      - { from: "18:00", to: "02:00" }
`

const cocktails = `category:
  id: cocktail
  name: { vi: Cocktail, en: Cocktails }
dishes:
  - name: { vi: Gin sả chanh, en: Lemongrass gin }
    price: 165000
    description: { vi: "Gin ngâm sả, chanh tươi, soda.", en: "Gin steeped with lemongrass, lime, soda." }
  - name: { vi: Rum dứa nướng, en: Grilled pineapple rum }
    price: 175000
  - name: { vi: Negroni cà phê, en: Coffee negroni }
    price: 185000
`

const beer = `category:
  id: bia
  name: { vi: Bia thủ công, en: Craft beer }
dishes:
  - { name: { vi: Lager nhiệt đới, en: Tropical lager }, price: 95000 }
  - { name: { vi: Stout cacao, en: Cacao stout }, price: 115000 }
`

const tables = `tables:
  - { seats: 2 }
  - { seats: 2 }
  - { seats: 4 }
  - { seats: 4 }
  - { seats: 6 }
`

const about = (title: string, description: string, text: string) =>
  `---\ntitle: ${title}\ndescription: ${description}\nupdated: "2026-11-01"\n---\n\n${text}\n`

export function lateBar(): string {
  return writeShopFolder({
    'business.yaml': business,
    'menu/1-cocktail.yaml': cocktails,
    'menu/2-bia.yaml': beer,
    'tables.yaml': tables,
    'faqs.yaml': `faqs:
  - question: { vi: Bao nhiêu tuổi thì được vào?, en: How old do I have to be? }
    answer: { vi: "Từ đủ 18 tuổi.", en: "At least 18." }
  - question: { vi: Mấy giờ đóng cửa?, en: When do you close? }
    answer: { vi: "Quán mở {hours}.", en: "We are open {hours}." }
`,
    'pages/about.vi.md': about('Về {name}', 'Quán bar ở Bến Thành.', '{name} mở cửa {hours}.'),
    'pages/about.en.md': about('About {name}', 'A bar in Bến Thành.', '{name} is open {hours}.'),
  })
}
