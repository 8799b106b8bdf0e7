/** The content folder of a spa with photos of its own: on the home page, of treatments, people and an article, and a gallery. */
import { drawPhoto, writeContent } from './photos.ts'
import { writeShopFolder } from './shop-folders.ts'

const business = `trade: spa
name: Spa Lá Xanh
tagline: { vi: "Gội đầu thảo mộc và massage giữa phố biển", en: "Herbal hair washes and massage by the sea" }
address:
  street: 9 Trần Phú
  city: Nha Trang
phone: "+84 258 3822 119"
email: chao@laxanh.example
hours:
  - days: [1, 2, 3, 4, 5, 6, 7]
    periods:
      - { from: "09:00", to: "20:00" }
`

const massages = `category:
  id: massage
  name: { vi: Massage, en: Massage }
treatments:
  - name: { vi: Massage chân, en: Foot massage }
    minutes: 60
    price: 250000
    description: { vi: "Ngâm chân nước gừng rồi bấm huyệt.", en: "A ginger foot bath, then pressure points." }
  - name: { vi: Massage toàn thân, en: Body massage }
    minutes: 90
    price: 400000
    description: { vi: "Tinh dầu sả, lực vừa.", en: "Lemongrass oil, medium pressure." }
  - name: { vi: Massage đá nóng, en: Hot stone massage }
    minutes: 90
    price: 480000
`

const washes = `category:
  id: goi-dau
  name: { vi: Gội đầu, en: Hair wash }
treatments:
  - { name: { vi: Gội bồ kết, en: Soapberry hair wash }, minutes: 45, price: 160000 }
  - { name: { vi: Gội dưỡng sinh, en: Head spa }, minutes: 75, price: 260000 }
`

const therapists = `therapists:
  - name: Hạnh
    gender: female
    role: { vi: Kỹ thuật viên massage, en: Massage therapist }
    bio: { vi: "Hạnh làm nghề mười hai năm và hỏi lực tay sau năm phút.", en: "Hạnh has twelve years of practice and asks about the pressure after five minutes." }
  - name: Tú
    gender: male
    role: { vi: Kỹ thuật viên gội đầu, en: Hair wash therapist }
`

const article = (title: string, description: string, text: string) => `---
title: ${title}
description: ${description}
published: "2026-10-01"
updated: "2026-10-01"
author: Hạnh
---

${text}
`

const texts = {
  'business.yaml': business,
  'treatments/1-massage.yaml': massages,
  'treatments/2-goi-dau.yaml': washes,
  'therapists.yaml': therapists,
  'articles/noi-bo-ket.vi.md': article(
    'Nồi bồ kết buổi sáng',
    'Chúng tôi nấu nước gội thế nào.',
    'Bồ kết nướng thơm, vỏ bưởi và lá hương nhu, nấu từ sáu giờ sáng.',
  ),
  'articles/noi-bo-ket.en.md': article(
    'The morning pot',
    'How we cook the water for hair washes.',
    'Roasted soapberry, pomelo peel and holy basil, on the stove from six in the morning.',
  ),
  'photos.yaml': `photos:
  - name: hero
    alt: { vi: "Sân sau của spa", en: "The yard behind the spa" }
`,
}

/** In both directions, and one from a phone that was held upright. */
const photos: Readonly<
  Record<string, { width: number; height: number; hue: number; orientation?: number }>
> = {
  'hero.jpg': { width: 1600, height: 1200, hue: 120 },
  'massage-chan.jpg': { width: 1000, height: 750, hue: 30 },
  'massage-toan-than.jpg': { width: 750, height: 1000, hue: 200 },
  'goi-bo-ket.jpg': { width: 1000, height: 750, hue: 90, orientation: 6 },
  'hanh.jpg': { width: 600, height: 800, hue: 330 },
  'noi-bo-ket.jpg': { width: 1200, height: 800, hue: 60 },
  'gallery/1-san.jpg': { width: 1000, height: 750, hue: 140 },
  'gallery/2-phong.jpg': { width: 750, height: 1000, hue: 20 },
  'gallery/3-thao-moc.jpg': { width: 1200, height: 600, hue: 80 },
}

export async function photoSpa(scale: number): Promise<string> {
  const folder = writeShopFolder(texts)
  for (const [name, { width, height, ...options }] of Object.entries(photos)) {
    const size = { width: Math.round(width * scale), height: Math.round(height * scale) }
    writeContent(folder, { [`pictures/${name}`]: await drawPhoto({ ...options, ...size }) })
  }
  return folder
}
