/**
 * `letan demo`: a shop with a lively evening, to try the desk. It has its own folder with a copy of the content and a
 * database, its own clock, which starts on a Friday evening, and no channels, so that nothing is sent.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chooseCommandLanguage } from '../../config/language.ts'
import { hoursOn } from '../../domain/scheduling/hours.ts'
import type { Shop } from '../../domain/trade/trade.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { addDays, dateAt, hour, minute, startOfDay, weekdayOf } from '../../kernel/time.ts'
import { UserError } from '../../kernel/user-error.ts'
import { openStore } from '../../store/open.ts'
import { loadTrade, openFolder } from '../../variants/trades.ts'
import { clock } from '../open-shop.ts'
import { runUntilSignal } from '../serve.ts'
import { readShopConfig } from '../shop-config.ts'
import { startServer } from '../start.ts'
import { enterEvening } from './evening.ts'
import { sendRequests } from './requests.ts'

/** The only settings of the environment that the demo uses. */
const usedSettings = ['PORT', 'HOST', 'DESK_PORT', 'DESK_HOST', 'LANG', 'LANGUAGE', 'LC_ALL']

const waitingRequests = 24

export async function serveDemo(
  environment: NodeJS.ProcessEnv,
  [folderName, ...others]: readonly string[],
): Promise<void> {
  if (others.length > 0 || folderName?.startsWith('-')) throw new DemoFolderError(others.join(' '))
  const { trade, contentDir } = readShopConfig(environment)
  const folder = createFolder(folderName)
  const content = copyContent(contentDir, folder)
  const settings: NodeJS.ProcessEnv = {
    ...Object.fromEntries(usedSettings.map((name) => [name, environment[name]])),
    VARIANT: trade,
    CONTENT_DIR: content,
    DATABASE_URL: join(folder, 'demo.db'),
    // The guests of the demo all have the address of this machine.
    WRITE_LIMIT: '1000',
    LOG_LEVEL: 'error',
  }
  const shop = openFolder(await loadTrade(trade), content, { day: dateAt(clock()) })
  const opensAtMs = findFridayEvening(shop, clock())
  const offsetMs = opensAtMs - clock()
  const now = () => clock() + offsetMs
  const store = await openStore(String(settings.DATABASE_URL), now)
  const entered = await enterEvening(store, shop, opensAtMs).finally(() => store.close())
  const removeFolder = () => {
    if (folderName === undefined) rmSync(folder, { recursive: true, force: true })
  }
  await runUntilSignal(
    environment,
    (options) => startServer(settings, { ...options, now, isDemo: true }),
    {
      afterStop: removeFolder,
      async banner(server) {
        const { host, port } = readShopConfig(settings)
        const reachable = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host
        const url = `http://${reachable}:${port}`
        const sent = await sendRequests(url, shop, now(), waitingRequests)
        const language = chooseCommandLanguage([], environment)
        const text = demoText({
          bookings: entered + sent,
          folder,
          isPermanent: folderName !== undefined,
        })
        return `${await server.createStartupBanner()}${text[language]}`
      },
    },
  )
}

/** A new folder: nothing of an existing shop is ever opened. */
function createFolder(name: string | undefined): string {
  if (name === undefined) return mkdtempSync(join(tmpdir(), 'letan-demo-'))
  const folder = resolve(name)
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new DemoFolderError(name)
  mkdirSync(folder, { recursive: true })
  return folder
}

/** Its name says everywhere that it is a demo: on the site and the desk, to programs and to assistants. */
function copyContent(contentDir: string, folder: string): string {
  const content = join(folder, 'content')
  cpSync(contentDir, content, { recursive: true })
  const file = join(content, 'business.yaml')
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^name: (.*?)\s*$/m, 'name: $1 (demo)'))
  return content
}

/** The next Friday on which the shop is open, at 18:50. */
function findFridayEvening({ business }: Shop, nowMs: number): number {
  const days = Array.from({ length: 60 }, (_, ahead) => addDays(dateAt(nowMs), ahead))
  const isOpen = (date: string) => hoursOn(business, date).open
  const friday = days.find((date) => weekdayOf(date) === 5 && isOpen(date))
  const date = friday ?? days.find(isOpen) ?? dateAt(nowMs)
  return startOfDay(date) + 18 * hour + 50 * minute
}

class DemoFolderError extends UserError {
  override readonly localizedMessage: LocalizedText

  constructor(name: string) {
    const localizedMessage = {
      vi: `${name} không phải một thư mục trống. Dùng: letan demo [THƯ MỤC MỚI]`,
      en: `${name} is not an empty folder. Usage: letan demo [NEW FOLDER]`,
    }
    super(localizedMessage.en)
    this.name = 'DemoFolderError'
    this.localizedMessage = localizedMessage
  }
}

function demoText({
  bookings,
  folder,
  isPermanent,
}: {
  bookings: number
  folder: string
  isPermanent: boolean
}): Record<Locale, string> {
  const end = isPermanent
    ? { vi: `Dữ liệu nằm trong ${folder}.`, en: `The data is in ${folder}.` }
    : {
        vi: 'Ctrl+C để dừng; dữ liệu của bản demo khi đó bị xoá.',
        en: 'Press Ctrl+C to stop; the data of the demo is then deleted.',
      }
  return {
    vi: `  Đây là bản demo: ${bookings} lượt đặt của khách không có thật, đồng hồ chạy từ 18:50 một tối thứ Sáu,\n  không gửi tin nào. ${end.vi}\n\n`,
    en: `  This is a demo: ${bookings} bookings of invented guests, a clock that starts on a Friday at 18:50,\n  and no messages are sent. ${end.en}\n\n`,
  }
}
