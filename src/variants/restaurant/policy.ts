/** The rules of reservation for a party of a size. */
import type { Locale } from '../../kernel/locale.ts'
import { formatMoney } from '../../kernel/money.ts'
import type { RestaurantFiles } from './files.ts'

/** Larger parties must know their rules before they ask. */
export function policyMinGuests({ policy }: RestaurantFiles): number {
  return (policy.tiers[0]?.up_to ?? 0) + 1
}

export function tierFor({ policy }: RestaurantFiles, guests: number) {
  return policy.tiers.find(({ up_to }) => up_to >= guests)
}

/** The least that guests of the private room spend together, and what is paid before. */
export function privateRoomTerms({ policy, tables }: RestaurantFiles) {
  const privateRoom = policy.private_room
  const minimum = tables.types.find(({ id }) => id === privateRoom?.table_type)?.minimum_spend ?? 0
  const percent = privateRoom?.deposit_percent_of_minimum ?? 0
  return { minimum, deposit: Math.round((minimum * percent) / 100) }
}

function isPrivateRoom({ policy }: RestaurantFiles, tableType: string | undefined): boolean {
  return tableType !== undefined && tableType === policy.private_room?.table_type
}

/** What a party at such a table pays before it comes. */
export function depositFor(
  files: RestaurantFiles,
  guests: number,
  tableType: string | undefined,
): number {
  if (isPrivateRoom(files, tableType)) return privateRoomTerms(files).deposit
  return (tierFor(files, guests)?.deposit_per_guest ?? 0) * guests
}

/** What a party at such a table should hear before it agrees; nothing where nothing is asked. */
export function formatDepositTerms(
  files: RestaurantFiles,
  guests: number,
  tableType: string | undefined,
  locale: Locale,
  /** What staff made of the deposit: then they have said how much it is. */
  depositState?: string,
): string | undefined {
  const tier = tierFor(files, guests)
  if (!tier) return undefined
  const isInPrivateRoom = isPrivateRoom(files, tableType)
  const { minimum } = privateRoomTerms(files)
  const deposit = depositFor(files, guests, tableType)
  if (deposit === 0) return undefined
  const hours = tier.free_cancellation_hours
  const minimumSpendText = isInPrivateRoom
    ? {
        vi: `mức chi tối thiểu cả phòng ${formatMoney(minimum)}; `,
        en: `a minimum spend of ${formatMoney(minimum)} for the room; `,
      }[locale]
    : ''
  if (depositState === 'waived' || depositState === 'returned')
    return minimumSpendText.slice(0, -2) || undefined
  if (depositState) {
    return {
      vi: `${minimumSpendText}hủy trước ${hours} giờ được hoàn đủ tiền cọc, muộn hơn thì mất cọc`,
      en: `${minimumSpendText}the deposit is returned in full if cancelled ${hours} hours before, kept if later`,
    }[locale]
  }
  return {
    vi: `${minimumSpendText}đặt cọc ${formatMoney(deposit)} bằng chuyển khoản, nhân viên xác nhận khi nhận được; hủy trước ${hours} giờ được hoàn đủ, muộn hơn thì mất cọc`,
    en: `${minimumSpendText}a deposit of ${formatMoney(deposit)} by bank transfer, after which staff confirm; returned in full if cancelled ${hours} hours before, kept if later`,
  }[locale]
}
