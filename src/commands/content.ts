/** The owner's folder, from a terminal: what is wrong with it, and what it would break. */
import { existsSync } from 'node:fs'
import { type Config, readConfig, sampleFolder } from '../config/config.ts'
import { languageHelp, languageOf, withoutLanguage } from '../config/language.ts'
import { describeFault } from '../content/content-errors.ts'
import { tradeNamedIn } from '../content/declared-trade.ts'
import { findMisfits, type Misfit } from '../domain/booking/conflicts.ts'
import { sayGuests } from '../domain/messages/format.ts'
import type { Shop } from '../domain/trade/trade.ts'
import { program } from '../kernel/command-line.ts'
import { inBoth, type Locale, type Words } from '../kernel/locale.ts'
import { ForPeople } from '../kernel/user-error.ts'
import { keeperOf } from '../server/content-reload.ts'
import { clock, refuseToOpen } from '../server/start.ts'
import { MigrationError } from '../store/migrate.ts'
import { isPostgres } from '../store/postgres/connection-url.ts'
import type { Sql } from '../store/sql.ts'
import { type Look, lookAt } from '../store/sqlite/database-file.ts'
import { findTrade, openFolder, tradeNames } from '../variants/index.ts'

export class UnknownContentCommand extends ForPeople {
  constructor() {
    super(`The content is begun and checked like this:\n\n${contentHelp}`)
    this.name = 'UnknownContentCommand'
  }
}

/** What was found, and the code with which the program ends. */
export type Outcome = { said: string; code: number }

type Found = { said: Words; code: number }

export const contentHelp = `  letan init TRADE FOLDER           copy a sample shop into a folder of your own: ${tradeNames.join(', ')}
  letan content check [FOLDER]      say what is wrong with a folder, and which bookings to come would not fit it
                                    ${languageHelp} with init and content check: in this language, else as LANG says`

export async function runContent(
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<string | Outcome> {
  const [verb, folder, ...more] = withoutLanguage(words)
  if (verb !== 'check' || folder?.startsWith('--') || more.length > 0) {
    throw new UnknownContentCommand()
  }
  const language = languageOf(words, environment)
  const own = folder ?? environment.CONTENT_DIR?.trim()
  if (own === undefined || own === '') {
    const samples = tradeNames.map((id) => ({ shop: findTrade(id).open(sampleFolder(id)), id }))
    const lines = samples.map(({ shop, id }) => inOrder(shop, sampleFolder(id))[language])
    return `${lines.join('')}${samplesOnly[language]}`
  }
  // What the folder says goes before what is set here: it may be meant for another machine.
  const { VARIANT, ...others } = environment
  const named = tradeNamedIn(own) === undefined ? environment : others
  const config = readConfig({ ...named, CONTENT_DIR: own })
  const shop = openFolder(findTrade(config.variant), own)
  const { said, code } = await misfitsIn(config, shop)
  const all = [inOrder(shop, own)[language], notesOf(shop, language), said[language]]
  return { said: all.join(''), code }
}

const samplesOnly: Words = {
  vi: `Đó là các cửa hàng mẫu, không phải thư mục của mình. Để kiểm tra thư mục của mình: ${program} content check THƯ-MỤC\n`,
  en: `These are the samples, not a folder of yours. To check yours: ${program} content check FOLDER\n`,
}

/** Nothing is wrong, and yet it would wait for its owner's word in a shop that is open. */
const wouldWait = 2

function notesOf({ notes }: Shop, language: Locale): string {
  if (notes.length === 0) return ''
  const lines = notes.map((note) => `  ${describeFault(note, language)}\n`)
  return `${lookAtThis[language]}\n${lines.join('')}`
}

const lookAtThis: Words = { vi: 'Nhưng nên xem lại:', en: 'Look at this all the same:' }

function inOrder({ business: { name }, assortment }: Shop, folder: string): Words {
  const count = assortment.offers.length
  return {
    vi: `${name}: ${count} món hoặc dịch vụ, không có lỗi trong ${folder}\n`,
    en: `${name}: ${count} offers, nothing wrong in ${folder}\n`,
  }
}

/** Where there is a book already: a folder may be checked long before. */
async function misfitsIn({ databaseUrl }: Config, shop: Shop): Promise<Found> {
  if (!isPostgres(databaseUrl) && !existsSync(databaseUrl)) {
    return { said: { vi: '', en: '' }, code: 0 }
  }
  try {
    // It is looked at as it is: nobody wants it brought up to date for a question.
    const book = await lookAtBook(databaseUrl)
    try {
      if (book.isOlder) return notCompared(ofOlder)
      const [why] = book.faults
      if (why !== undefined) return notCompared(inBoth(() => why))
      return await tellMisfits(book.read, shop)
    } finally {
      await book.close()
    }
  } catch (error) {
    if (error instanceof MigrationError) return notCompared(inBoth(() => error.message))
    return refuseToOpen(error)
  }
}

async function lookAtBook(address: string): Promise<Look> {
  if (!isPostgres(address)) return lookAt(address)
  const { lookAtPostgres } = await import('../store/postgres/inspect.ts')
  return lookAtPostgres(address)
}

/** What is wrong with a book is for whoever runs it, and in English. */
function notCompared(why: Words): Found {
  const said = {
    vi: `Chưa so với các lượt đặt sắp tới. ${why.vi}\n`,
    en: `The bookings to come were not compared with it. ${why.en}\n`,
  }
  return { said, code: 0 }
}

const ofOlder: Words = {
  vi: 'Sổ là của bản cũ hơn; khởi động bản này thì sổ được cập nhật.',
  en: 'The book is of an older version; starting this one brings it up to date.',
}

async function tellMisfits(read: Sql, shop: Shop): Promise<Found> {
  const misfits = await findMisfits(read, keeperOf(shop), clock())
  if (misfits.length === 0) return { said: allFit, code: 0 }
  const count = misfits.length
  const said = {
    vi: `Có ${count} lượt đặt sắp tới không còn khớp:\n${linesOf(misfits, 'vi')}`,
    en: `${count === 1 ? '1 booking' : `${count} bookings`} to come would not fit it:\n${linesOf(misfits, 'en')}`,
  }
  return { said, code: wouldWait }
}

const allFit: Words = {
  vi: 'Mọi lượt đặt sắp tới đều khớp.\n',
  en: 'All bookings to come fit it.\n',
}

function linesOf(misfits: readonly Misfit[], language: Locale): string {
  return misfits
    .map(({ code, date, time, partySize, why }) => {
      return `  ${code}  ${date} ${time}  ${sayGuests(partySize, language)}: ${why[language]}\n`
    })
    .join('')
}
