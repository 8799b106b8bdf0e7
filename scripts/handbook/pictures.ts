/** The pictures of the documents: those of the handbooks in docs/vi, and those of the README. */
import type { Page } from 'playwright-core'

type Size = { width: number; height: number }

export type DocumentPicture = {
  file: string
  trade: 'restaurant' | 'spa' | 'salon'
  path: string
  /** What is done before the picture is taken. */
  prepare?: (page: Page) => Promise<void>
  /** By default a phone. */
  size?: Size
}

/** A page of the site as it is after the first start, or a screen of the demo's desk, in English. */
export type ReadmePicture = DocumentPicture & {
  part: 'site' | 'desk'
  size: Size
  colorScheme?: 'dark'
  scale: number
}

const phone = { width: 390, height: 700 }

export function sizeOf({ size = phone }: DocumentPicture) {
  return size
}

const firstLink = (page: Page, pattern: string) => page.locator(pattern).first()

/** Opens the first dish and types another price, which is saved as a draft. */
async function changePrice(page: Page): Promise<void> {
  await firstLink(page, 'a[href*="/shop/entry"]').click()
  await page.locator('[name="price"]').fill('155000')
  await Promise.all([
    page.waitForURL(/\/shop\/part/),
    page.getByRole('button', { name: 'Lưu nháp' }).first().click(),
  ])
}

/** Screens of the desk, as the demo of a trade shows them to staff who read Vietnamese. */
export const pictures: readonly DocumentPicture[] = [
  { file: 'tiem.png', trade: 'restaurant', path: '/shop' },
  { file: 'dung-tiem.png', trade: 'restaurant', path: '/shop/setup' },
  { file: 'mon.png', trade: 'restaurant', path: '/shop/part?part=menu' },
  {
    file: 'sua-mon.png',
    trade: 'restaurant',
    path: '/shop/part?part=menu',
    prepare: async (page) => {
      await firstLink(page, 'a[href*="/shop/entry"]').click()
      await page.locator('[name="price"]').scrollIntoViewIfNeeded()
    },
  },
  { file: 'gio-mo-cua.png', trade: 'restaurant', path: '/shop/part?part=hours' },
  { file: 'anh.png', trade: 'restaurant', path: '/shop/photos' },
  { file: 'logo.png', trade: 'restaurant', path: '/shop/logo' },
  { file: 'nhap-xuat.png', trade: 'restaurant', path: '/shop/transfer' },
  { file: 'ngay-nghi.png', trade: 'restaurant', path: '/closed' },
  { file: 'nhan-vien.png', trade: 'restaurant', path: '/team' },
  { file: 'hop-cho.png', trade: 'restaurant', path: '/' },
  { file: 'toi-nay.png', trade: 'restaurant', path: '/tonight' },
  { file: 'khach-le.png', trade: 'restaurant', path: '/tonight?walk-in=2' },
  {
    file: 'ghi-nhanh.png',
    trade: 'restaurant',
    path: '/day',
    prepare: async (page) => {
      await page.locator('#line').pressSequentially('mai 19h 4 người chị Lan 0912345678')
      await page.locator('#entry-panel').waitFor({ state: 'visible' })
      await page.locator('#entry-panel button').first().waitFor()
    },
  },
  {
    file: 'so-do.png',
    trade: 'restaurant',
    path: '/timeline',
    size: { width: 900, height: 620 },
  },
  {
    file: 'luot-dat.png',
    trade: 'restaurant',
    path: '/day',
    prepare: async (page) => {
      await firstLink(page, 'a[href^="/bookings/"]').click()
      await page.locator('h1').waitFor()
    },
  },
  { file: 'het-mon.png', trade: 'restaurant', path: '/sold-out' },
  { file: 'nhan-dat-online.png', trade: 'restaurant', path: '/online' },
  { file: 'danh-sach-cho.png', trade: 'restaurant', path: '/waitlist' },
  // Last, because the draft is announced on the other screens of the editor.
  {
    file: 'xem-va-dang.png',
    trade: 'restaurant',
    path: '/shop/part?part=menu',
    prepare: async (page) => {
      await changePrice(page)
      await page.locator('a.main[href="/shop/publish"]').click()
      await page.getByRole('button', { name: 'Đăng', exact: true }).waitFor()
    },
  },
  {
    file: 'xem-thu.png',
    trade: 'restaurant',
    path: '/shop/preview',
    prepare: async (page) => {
      const frame = page.frameLocator('iframe')
      await frame.locator('h1').first().waitFor()
    },
  },
  { file: 'spa-hom-nay.png', trade: 'spa', path: '/tonight' },
  { file: 'nghi-va-ca-lam.png', trade: 'spa', path: '/absence' },
  {
    file: 'salon-so-do.png',
    trade: 'salon',
    path: '/timeline',
    size: { width: 900, height: 620 },
  },
]

const readmeDesktop = { width: 1280, height: 1047 }

export const readmePictures: readonly ReadmePicture[] = [
  {
    ...{ file: 'restaurant.png', trade: 'restaurant', part: 'site', path: '/en' },
    ...{ size: readmeDesktop, scale: 1 },
  },
  {
    ...{ file: 'spa.png', trade: 'spa', part: 'site', path: '/en', colorScheme: 'dark' },
    ...{ size: readmeDesktop, scale: 1 },
  },
  {
    ...{ file: 'booking.png', trade: 'restaurant', part: 'site', path: '/en/booking' },
    ...{ size: { width: 390, height: 1000 }, scale: 1 },
  },
  {
    ...{ file: 'desk-inbox.png', trade: 'restaurant', part: 'desk', path: '/' },
    ...{ size: { width: 390, height: 760 }, scale: 2 },
  },
  {
    ...{ file: 'desk-timeline.png', trade: 'restaurant', part: 'desk', path: '/timeline' },
    ...{ size: { width: 1280, height: 760 }, scale: 1 },
  },
]
