/** Reservation policy by party size: notice, deposit, cancellation. */
import { forEachLocale, type Locale, type LocalizedText } from '../../kernel/locale.ts'
import { formatMoney } from '../../kernel/money.ts'
import { plural } from '../../kernel/plural.ts'
import type { RestaurantFiles } from './files.ts'

/** From this party size on, the guest must know the policy before a request. */
export function policyMinGuests({ policy }: RestaurantFiles): number {
  return (policy.tiers[0]?.up_to ?? 0) + 1
}

export function tierFor({ policy }: RestaurantFiles, guests: number) {
  return policy.tiers.find(({ up_to }) => up_to >= guests)
}

/** A party beyond the last tier, which only staff enter, has the rule of the largest one. */
export function holdMinutesFor(files: RestaurantFiles, guests: number): number {
  return (tierFor(files, guests) ?? files.policy.tiers.at(-1))?.hold_minutes ?? 0
}

/** Minimum spend and deposit of the private room. */
export function privateRoomTerms({ policy, tables }: RestaurantFiles) {
  const privateRoom = policy.private_room
  const minimum = tables.types.find(({ id }) => id === privateRoom?.table_type)?.minimum_spend ?? 0
  const percent = privateRoom?.deposit_percent_of_minimum ?? 0
  return { minimum, deposit: Math.round((minimum * percent) / 100) }
}

export function isPrivateRoom({ policy }: RestaurantFiles, tableType: string | undefined): boolean {
  return tableType !== undefined && tableType === policy.private_room?.table_type
}

/** The deposit, in dong. */
export function depositFor(
  files: RestaurantFiles,
  guests: number,
  tableType: string | undefined,
): number {
  if (isPrivateRoom(files, tableType)) return privateRoomTerms(files).deposit
  return (tierFor(files, guests)?.deposit_per_guest ?? 0) * guests
}

/** The part of the terms of a booking that a guest reads beside it. */
type DepositTerms = {
  deposit: number
  freeCancellationHours: number
  /** Of the private room. */
  minimumSpend?: number | undefined
}

/** The terms before a request; undefined for a party that cannot book online. */
export function depositTermsFor(
  files: RestaurantFiles,
  guests: number,
  tableType: string | undefined,
): DepositTerms | undefined {
  const tier = tierFor(files, guests)
  return (
    tier && {
      deposit: depositFor(files, guests, tableType),
      freeCancellationHours: tier.free_cancellation_hours,
      ...(isPrivateRoom(files, tableType) && { minimumSpend: privateRoomTerms(files).minimum }),
    }
  )
}

/** `undefined` without a deposit. */
export function formatDepositTerms(
  { deposit, freeCancellationHours: hours, minimumSpend }: DepositTerms,
  locale: Locale,
  /** Set once staff have requested the deposit: the amount is then shown elsewhere. */
  depositState?: string,
): string | undefined {
  if (deposit === 0) return undefined
  const hourText = `${hours} ${plural(hours, { one: 'hour', other: 'hours' })}`
  const minimumSpendText = minimumSpend
    ? {
        vi: `mức chi tối thiểu cả phòng ${formatMoney(minimumSpend, locale)}; `,
        en: `a minimum spend of ${formatMoney(minimumSpend, locale)} for the room; `,
      }[locale]
    : ''
  if (depositState === 'waived' || depositState === 'returned')
    return minimumSpendText.slice(0, -2) || undefined
  const depositTerms = depositState
    ? {
        vi: `huỷ trước ${hours} giờ được hoàn đủ tiền cọc, muộn hơn thì mất cọc`,
        en: `the deposit is refunded in full if cancelled ${hourText} before, not refunded if later`,
      }
    : {
        vi:
          `đặt cọc ${formatMoney(deposit, 'vi')} bằng chuyển khoản khi nhân viên yêu cầu; ` +
          `huỷ trước ${hours} giờ được hoàn đủ, muộn hơn thì mất cọc`,
        en:
          `a deposit of ${formatMoney(deposit, 'en')} by bank transfer when staff ask for it; ` +
          `refunded in full if cancelled ${hourText} before, not refunded if later`,
      }
  return `${minimumSpendText}${depositTerms[locale]}`
}

/** For a request that is not sent yet. */
export function formatTermsFor(
  files: RestaurantFiles,
  guests: number,
  tableType: string | undefined,
  locale: Locale,
): string | undefined {
  const terms = depositTermsFor(files, guests, tableType)
  return terms && formatDepositTerms(terms, locale)
}

/** What a reservation costs before the meal: nothing, or a deposit and the minimum spend of a room. */
export function reservingCost(
  files: RestaurantFiles,
  tableTypes: readonly string[],
  minimumSpend: number,
): LocalizedText {
  const isRoom = tableTypes.every((type) => isPrivateRoom(files, type))
  const { deposit } = privateRoomTerms(files)
  const minimum = forEachLocale((locale) => formatMoney(minimumSpend, locale))
  if (isRoom && deposit > 0) {
    return {
      vi: `Mức chi tối thiểu cả phòng là ${minimum.vi}, đặt cọc ${formatMoney(deposit, 'vi')}.`,
      en: `The room has a minimum spend of ${minimum.en} and a deposit of ${formatMoney(deposit, 'en')}.`,
    }
  }
  if (minimumSpend > 0) {
    return {
      vi: `Đặt bàn không mất phí; mức chi tối thiểu là ${minimum.vi}.`,
      en: `Reserving is free; the minimum spend is ${minimum.en}.`,
    }
  }
  const { tiers } = files.policy
  const first = tiers.findIndex(({ deposit_per_guest }) => deposit_per_guest > 0)
  const from = (tiers[first - 1]?.up_to ?? 0) + 1
  if (first < 0) return { vi: 'Đặt bàn không mất phí.', en: 'Reserving is free.' }
  if (first === 0) return { vi: 'Đặt bàn cần đặt cọc.', en: 'A reservation requires a deposit.' }
  return {
    vi: `Đặt bàn không mất phí; từ ${from} khách cần đặt cọc.`,
    en: `Reserving is free; from ${from} guests on, a deposit is required.`,
  }
}
