/**
 * Lets an owner choose another trade while the shop is still the untouched sample and no guest has booked. The folder
 * becomes the sample of that trade, as `letan init` copies it, and the database belongs to that trade from then on.
 */
import { explainReadOnly } from '../content/edit/write-files.ts'
import { isProgramFolder, isUntouchedSample, replaceSample } from '../content/sample.ts'
import type { TradeChange } from '../desk/context.ts'
import { hasRecordsOfGuests, storeTrade } from '../domain/integrity/trade-change.ts'
import type { Shop } from '../domain/trade/trade.ts'
import { program } from '../kernel/command-line.ts'
import type { LocalizedText } from '../kernel/locale.ts'
import type { Clock } from '../kernel/time.ts'
import type { Store } from '../store/sql.ts'
import { tradeNames } from '../variants/trades.ts'

type TradeChangeOptions = {
  folder: string
  /** The shop in use. */
  shop(): Shop
  store: Store
  now: Clock
  /** The settings name the trade, or a database by its trade: the next start would not find this shop again. */
  isTradeSet: boolean
  /** Applies the new folder. */
  reload(): Promise<void>
}

export function createTradeChange(options: TradeChangeOptions): TradeChange {
  const { folder, shop, store, now } = options
  const explain = async (): Promise<LocalizedText | undefined> => {
    const { trade } = shop()
    if (isProgramFolder(folder, trade)) return programFolderText
    if (!isUntouchedSample(folder, trade)) return changedText
    if (await hasRecordsOfGuests(store)) return guestsText
    if (options.isTradeSet) return settingsText
    return explainReadOnly(folder)
  }
  const replace = async (trade: string, actor: string) => {
    await storeTrade(store, { trade, name: shop().business.name }, actor, now())
    replaceSample(folder, trade)
  }
  return {
    names: tradeNames,
    explain,
    async change(trade, actor) {
      const { trade: before } = shop()
      const isKnown = tradeNames.some((one) => one === trade)
      if (!isKnown || trade === before || (await explain()) !== undefined) return
      try {
        await replace(trade, actor)
      } catch (error) {
        // For example on a full disk: the old sample fits where it was.
        await replace(before, actor)
        throw error
      }
      await options.reload()
    },
  }
}

/** What to do instead. */
const newFolder: LocalizedText = {
  vi: `Hãy nhờ người quản lý máy chủ tạo một thư mục mới bằng lệnh “${program} init spa tiem-cua-toi” (hoặc restaurant, salon) và khởi động với thư mục đó.`,
  en: `Ask the operator of the server to create a new folder with “${program} init spa my-shop” (or restaurant, salon) and to start with that folder.`,
}

function withRemedy(reason: LocalizedText): LocalizedText {
  return { vi: `${reason.vi} ${newFolder.vi}`, en: `${reason.en} ${newFolder.en}` }
}

const programFolderText = withRemedy({
  vi: 'Tiệm này đang chạy với thư mục mẫu của chính chương trình, chưa có thư mục riêng.',
  en: 'This shop runs with the sample folder of the program itself and has no folder of its own.',
})

const changedText = withRemedy({
  vi: 'Nội dung đã được sửa cho loại tiệm này. Đổi loại bây giờ thì những gì đã sửa sẽ mất.',
  en: 'The content was already changed for this kind of shop, and another kind would discard that.',
})

const guestsText = withRemedy({
  vi: 'Đã có khách đặt chỗ hoặc nhắn tin. Lượt đặt của loại tiệm này không dùng được cho loại khác.',
  en: 'Guests have already booked or sent messages, and bookings of this kind of shop do not fit another.',
})

const settingsText = withRemedy({
  vi: 'Thiết lập của máy chủ gắn với loại tiệm này (có VARIANT, hoặc chưa có DATABASE_URL).',
  en: 'The settings of the server belong to this kind of shop (VARIANT is set, or DATABASE_URL is not).',
})
