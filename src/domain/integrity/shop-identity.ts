/** The shop that a database belongs to. The database of another trade is rejected before it is changed. */
import { randomUUID } from 'node:crypto'
import type { LocalizedText } from '../../kernel/locale.ts'
import { UserError } from '../../kernel/user-error.ts'
import type { Sql, Store } from '../../store/sql.ts'

export type ShopIdentity = { trade: string; name: string }

/** The prefix of the booking codes, by trade. */
type CodePrefixes = ReadonlyMap<string, string>

export class WrongTrade extends UserError {
  override readonly localizedMessage: LocalizedText

  constructor(localizedMessage: LocalizedText) {
    super(localizedMessage.en)
    this.name = 'WrongTrade'
    this.localizedMessage = localizedMessage
  }
}

type FoundShop = { trade: string; name?: string }

/** What was found, and what the operator can do; `kind` says where. */
function describeWrongTrade(
  kind: 'database' | 'backup',
  found: FoundShop,
  trade: string,
): LocalizedText {
  const { vi, en } = wrongTradeTexts[kind]
  const shop = found.name === undefined ? found.trade : `${found.name} (${found.trade})`
  return {
    vi: `${vi.found} của ${shop}, còn thiết lập của bạn là của ngành ${trade}. ${vi.remedy}`,
    en: `${en.found} of ${shop}, and your settings are for the trade ${trade}. ${en.remedy}`,
  }
}

const wrongTradeTexts = {
  database: {
    vi: {
      found: 'Cơ sở dữ liệu này chứa các lượt đặt',
      remedy:
        'Không có gì được thay đổi. Hãy đặt DATABASE_URL là cơ sở dữ liệu của cửa hàng này, hoặc CONTENT_DIR và ' +
        'VARIANT theo cửa hàng có cơ sở dữ liệu đó.',
    },
    en: {
      found: 'This database contains the bookings',
      remedy:
        'Nothing was changed. Set DATABASE_URL to the database of this shop, or CONTENT_DIR and VARIANT to the shop ' +
        'that the database belongs to.',
    },
  },
  backup: {
    vi: {
      found: 'Tệp này là bản sao lưu',
      remedy:
        'Không có gì được khôi phục. Hãy dùng bản sao lưu của cửa hàng này, hoặc đặt CONTENT_DIR và VARIANT theo ' +
        'cửa hàng có bản sao lưu đó.',
    },
    en: {
      found: 'This file is a backup',
      remedy:
        'Nothing was restored. Use a backup of this shop, or set CONTENT_DIR and VARIANT to the shop of the backup.',
    },
  },
} satisfies Record<string, Record<keyof LocalizedText, { found: string; remedy: string }>>

/** Throws if the database belongs to a shop of another trade. */
export async function assertTrade(
  sql: Sql,
  kind: 'database' | 'backup',
  trade: string,
  /** Called only for a database that has bookings and does not name its shop. */
  loadPrefixes: () => Promise<CodePrefixes>,
): Promise<void> {
  const found = (await findShopIdentity(sql)) ?? (await deriveTrade(sql, trade, loadPrefixes))
  if (found !== undefined && found.trade !== trade) {
    throw new WrongTrade(describeWrongTrade(kind, found, trade))
  }
}

export async function findShopIdentity(sql: Sql): Promise<ShopIdentity | undefined> {
  return sql.get<ShopIdentity>('SELECT trade, name FROM shop_identity')
}

/** The id by which files beside the database name the shop that they belong to. */
export async function findShopId(sql: Sql): Promise<string | undefined> {
  return (await sql.get<{ id: string }>('SELECT id FROM shop_identity'))?.id
}

/** A database of an older version does not name its shop, but its booking codes have the prefix of a trade. */
async function deriveTrade(
  sql: Sql,
  trade: string,
  loadPrefixes: () => Promise<CodePrefixes>,
): Promise<FoundShop | undefined> {
  // A new database has none: the first start of a shop must not load all trades.
  if (!(await sql.get('SELECT 1 AS found FROM bookings LIMIT 1'))) return undefined
  const prefixes = await loadPrefixes()
  // The own trade first: a database that has been in use with this trade stays usable.
  const others = [...prefixes.keys()].filter((one) => one !== trade)
  for (const candidate of [trade, ...others]) {
    const prefix = prefixes.get(candidate) ?? ''
    const booking = await sql.get(
      'SELECT 1 AS found FROM bookings WHERE SUBSTR(code, 1, ?) = ? LIMIT 1',
      prefix.length,
      prefix,
    )
    if (booking !== undefined) return { trade: candidate }
  }
  return undefined
}

/** Stores the shop at the first start, and its new name after a change. Returns the previous name if it was another. */
export async function storeShopIdentity(
  store: Store,
  { trade, name }: ShopIdentity,
  now: number,
): Promise<string | undefined> {
  // Reading first: a starting process need not wait for the write queue.
  if ((await findShopIdentity(store.read))?.name === name) return undefined
  return store.write(async (sql) => {
    const known = await findShopIdentity(sql)
    if (known === undefined) {
      await sql.run(
        'INSERT INTO shop_identity (id, trade, name, created_at) VALUES (?, ?, ?, ?)',
        randomUUID(),
        trade,
        name,
        now,
      )
      return undefined
    }
    await sql.run('UPDATE shop_identity SET name = ?', name)
    return known.name === name ? undefined : known.name
  })
}
