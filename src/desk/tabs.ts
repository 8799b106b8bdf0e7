/** The navigation tabs of the desk. */
import type { LocalizedText } from '../kernel/locale.ts'
import { absencePath } from './absence-form.ts'
import { cardsPath } from './card-parts.ts'
import { contentPath } from './content-path.ts'
import type { DeskContext } from './context.ts'
import { shopPath } from './editor/paths.ts'
import { floorPath, hasFloorPlan } from './floor-path.ts'
import { hasReminders, remindersPath } from './reminders-path.ts'
import { blocksPath } from './screens/blocks.ts'
import { depositsPath, hasDeposits } from './screens/deposits.ts'
import { onlineBookingsPath } from './screens/online-bookings.ts'
import { soldOutPath } from './screens/sold-out.ts'
import { tonightPath } from './tonight-lists.ts'
import { hasTransfers, transfersPath } from './transfers-path.ts'
import { deskWaitlistPath } from './waitlist-parts.ts'

export type Tab = { path: string; title: LocalizedText; icon: string; isOwnerOnly?: boolean }

/** Always visible. On a phone the other tabs are on the "More" screen. */
export function createMainTabs(context: DeskContext): Tab[] {
  const title = context.asksPartySize
    ? { vi: 'Tối nay', en: 'Tonight' }
    : { vi: 'Hôm nay', en: 'Today' }
  return [{ path: tonightPath, title, icon: 'tonight' }, ...commonTabs]
}

const commonTabs: readonly Tab[] = [
  { path: '/', title: { vi: 'Hộp chờ', en: 'Inbox' }, icon: 'inbox' },
  { path: '/timeline', title: { vi: 'Sơ đồ', en: 'Timeline' }, icon: 'timeline' },
  { path: '/day', title: { vi: 'Ngày', en: 'Day' }, icon: 'day' },
  { path: '/search', title: { vi: 'Tìm', en: 'Search' }, icon: 'search' },
]

export function createSecondaryTabs(context: DeskContext): Tab[] {
  const { shop, content } = context
  return [
    ...(hasDeposits(context) ? [depositsTab] : []),
    ...(hasTransfers(context) ? [transfersTab] : []),
    ...(hasFloorPlan(context) ? [floorTab] : []),
    ...(shop.orders ? [ordersTab] : []),
    { path: cardsPath, title: { vi: 'Thẻ', en: 'Cards' }, icon: 'gift' },
    { path: deskWaitlistPath, title: { vi: 'Danh sách chờ', en: 'Waitlist' }, icon: 'waitlist' },
    { path: '/leads', title: { vi: 'Xin gọi lại', en: 'Callback requests' }, icon: 'phone' },
    ...(hasReminders(context) ? [remindersTab] : []),
    { path: soldOutPath, title: { vi: 'Hết món, tạm ngừng', en: 'Sold out' }, icon: 'sold-out' },
    {
      path: onlineBookingsPath,
      title: { vi: 'Nhận đặt online', en: 'Online bookings' },
      icon: 'pause',
    },
    {
      path: absencePath,
      title: { vi: 'Nghỉ và ca làm', en: 'Absences and shifts' },
      icon: 'away',
    },
    {
      path: '/closed',
      title: { vi: 'Ngày nghỉ', en: 'Closed days' },
      icon: 'closed',
    },
    { path: blocksPath, title: { vi: 'Khoá chỗ', en: 'Blocked places' }, icon: 'lock' },
    ...(content ? [shopTab, contentTab] : []),
    { path: '/numbers', title: { vi: 'Con số', en: 'Reports' }, icon: 'chart' },
    {
      path: '/subscribers',
      title: { vi: 'Bản tin', en: 'Newsletter' },
      icon: 'mail',
      isOwnerOnly: true,
    },
    {
      path: '/channels',
      title: { vi: 'Kênh báo tin', en: 'Channels' },
      icon: 'channels',
      isOwnerOnly: true,
    },
    {
      path: '/guest-data',
      title: { vi: 'Dữ liệu của khách', en: 'Guest data' },
      icon: 'shield',
      isOwnerOnly: true,
    },
    { path: '/team', title: { vi: 'Nhân viên', en: 'Staff' }, icon: 'people', isOwnerOnly: true },
    { path: '/account', title: { vi: 'Tài khoản', en: 'Account' }, icon: 'account' },
  ]
}

const depositsTab: Tab = {
  path: depositsPath,
  title: { vi: 'Tiền cọc', en: 'Deposits' },
  icon: 'deposit',
}

const transfersTab: Tab = {
  path: transfersPath,
  title: { vi: 'Chuyển khoản', en: 'Bank transfers' },
  icon: 'transfer',
}

const remindersTab: Tab = {
  path: remindersPath,
  title: { vi: 'Nhắc khách', en: 'Reminders' },
  icon: 'bell',
}

const floorTab: Tab = {
  path: floorPath,
  title: { vi: 'Mặt bằng', en: 'Floor plan' },
  icon: 'floor',
}

const ordersTab: Tab = {
  path: '/orders',
  title: { vi: 'Thẻ đã đặt', en: 'Card orders' },
  icon: 'card',
}

const shopTab: Tab = {
  path: shopPath,
  title: { vi: 'Tiệm', en: 'Shop' },
  icon: 'shop',
  isOwnerOnly: true,
}

const contentTab: Tab = {
  path: contentPath,
  title: { vi: 'Nội dung trang', en: 'Content' },
  icon: 'text',
  isOwnerOnly: true,
}
