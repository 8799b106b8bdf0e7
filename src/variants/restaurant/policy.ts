/** The rules of reservation for a party of a size. */
import type { Locale } from '../../kernel/locale.ts'
import { displayDong } from '../../kernel/money.ts'
import type { RestaurantFiles } from './files.ts'

/** Larger parties must know their rules before they ask. */
export function policyFrom({ policy }: RestaurantFiles): number {
  return (policy.tiers[0]?.up_to ?? 0) + 1
}

export function tierFor({ policy }: RestaurantFiles, guests: number) {
  return policy.tiers.find(({ up_to }) => up_to >= guests)
}

/** The least that guests of the private room spend together, and what is paid before. */
export function roomTerms({ policy, tables }: RestaurantFiles) {
  const room = policy.private_room
  const minimum = tables.types.find(({ id }) => id === room?.table_type)?.minimum_spend ?? 0
  const percent = room?.deposit_percent_of_minimum ?? 0
  return { minimum, deposit: Math.round((minimum * percent) / 100) }
}

function isRoom({ policy }: RestaurantFiles, tableType: string | undefined): boolean {
  return tableType !== undefined && tableType === policy.private_room?.table_type
}

/** What a party at such a table pays before it comes. */
export function depositFor(
  files: RestaurantFiles,
  guests: number,
  tableType: string | undefined,
): number {
  if (isRoom(files, tableType)) return roomTerms(files).deposit
  return (tierFor(files, guests)?.deposit_per_guest ?? 0) * guests
}

/** What a party at such a table should hear before it agrees; nothing where nothing is asked. */
export function termsInWords(
  files: RestaurantFiles,
  guests: number,
  tableType: string | undefined,
  locale: Locale,
  /** What staff made of the deposit: then they have said how much it is. */
  standing?: string,
): string | undefined {
  const tier = tierFor(files, guests)
  if (!tier) return undefined
  const inRoom = isRoom(files, tableType)
  const { minimum } = roomTerms(files)
  const deposit = depositFor(files, guests, tableType)
  if (deposit === 0) return undefined
  const hours = tier.free_cancellation_hours
  const least = inRoom
    ? {
        vi: `mức chi tối thiểu cả phòng ${displayDong(minimum)}; `,
        en: `a minimum spend of ${displayDong(minimum)} for the room; `,
      }[locale]
    : ''
  if (standing === 'waived' || standing === 'returned') return least.slice(0, -2) || undefined
  if (standing) {
    return {
      vi: `${least}hủy trước ${hours} giờ được hoàn đủ tiền cọc, muộn hơn thì mất cọc`,
      en: `${least}the deposit is returned in full if cancelled ${hours} hours before, kept if later`,
    }[locale]
  }
  return {
    vi: `${least}đặt cọc ${displayDong(deposit)} bằng chuyển khoản, nhân viên xác nhận khi nhận được; hủy trước ${hours} giờ được hoàn đủ, muộn hơn thì mất cọc`,
    en: `${least}a deposit of ${displayDong(deposit)} by bank transfer, after which staff confirm; returned in full if cancelled ${hours} hours before, kept if later`,
  }[locale]
}
