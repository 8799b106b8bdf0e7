/**
 * Lists as owners type or paste them: "Phở bò 65k", "Gội đầu 60 phút 120k", cells of a spreadsheet, names of
 * categories.
 */

type Rows = readonly (readonly string[])[]

type LineOptions = {
  /** Offers of this trade have a length. */
  hasMinutes: boolean
  /** For lines that do not say it. */
  defaultMinutes?: number | undefined
}

type Line = { category: string; name: string; minutes: string; price: string }

/** A table with titles. */
export function readOfferLines(rows: Rows, options: LineOptions): string[][] {
  const lines: Line[] = []
  let category = ''
  for (const row of rows) {
    const cells = row.map((cell) => cell.trim()).filter((cell) => cell !== '')
    const heading = readHeading(cells)
    if (heading !== undefined) category = heading
    else lines.push({ category, ...readLine(cells, options) })
  }
  const titles = ['category', 'name', ...(options.hasMinutes ? ['minutes'] : []), 'price']
  return [
    titles,
    ...inThousands(lines).map(({ category, name, minutes, price }) => [
      ...[category, name, ...(options.hasMinutes ? [minutes] : []), price],
    ]),
  ]
}

/** A line without a number, in capitals or ending in a colon, begins a category. */
function readHeading([text = '', ...others]: readonly string[]): string | undefined {
  if (others.length > 0 || /\d/.test(text)) return undefined
  if (text.endsWith(':')) return text.slice(0, -1).trim()
  const isCapitals = text === text.toLocaleUpperCase('vi') && /\p{L}{2}/u.test(text)
  return isCapitals ? text.charAt(0) + text.slice(1).toLocaleLowerCase('vi') : undefined
}

const amount = String.raw`(?:\d{1,3}(?:[.,\s]\d{3})+|\d+(?:[.,]\d+)?)`
const unit = String.raw`(?:\s*(?:k|tr(?:iệu)?(?:\s*\d{1,3})?|nghìn|ngàn|vnđ|vnd|đồng|đ|₫))`
const linePattern = new RegExp(String.raw`^(.+?)[\s.…:;,|=–-]+(${amount}${unit}?)\.?$`, 'iu')

/** Two prices, such as "55k 65k" or "55-65k": only the owner knows which is meant. */
const firstPrice = String.raw`\d(?:tr\d{1,3}|\s*(?:k|triệu|nghìn|ngàn|vnđ|vnd|đồng|đ|₫))`
const twoPrices = new RegExp(
  String.raw`(?:${firstPrice}[\s.…:;,|=–-]+${amount}|\d[–-]\d[\d.,]*)${unit}?\.?$`,
  'iu',
)

/** A cell, or the end of a name, that is a price. */
const priceCell = new RegExp(
  String.raw`^(?:\d+(?:[.,]\d+)?${unit}|\d{1,3}(?:[.,\s]\d{3})+${unit}?|\d{4,}${unit}?)$`,
  'iu',
)
const pricedName = new RegExp(`${firstPrice}$`, 'iu')

/** "60 phút", "90'", "1h30", "2 tiếng", at the end of a name or in brackets. */
const lengthPattern =
  /[\s,(–-]+(?:(\d+)\s*(?:phút|ph|p|min|['’′])|(\d+)\s*(?:h|giờ|tiếng)\s*(\d{1,2})?(?:\s*(?:phút|p))?)\)?$/iu

function readLine(
  cells: readonly string[],
  { hasMinutes, defaultMinutes }: LineOptions,
): Omit<Line, 'category'> {
  const minutes = hasMinutes ? String(defaultMinutes ?? '') : ''
  if (cells.length > 1) {
    const [name = '', second = ''] = cells
    const length = cells.length > 2 ? readLength(` ${second}`, true) : undefined
    const found = hasMinutes ? (length ?? readLength(name)) : undefined
    const isPricedTwice =
      pricedName.test(name) || cells.slice(1, -1).some((cell) => priceCell.test(cell))
    return {
      name: found?.rest || name,
      minutes: found?.minutes ?? minutes,
      price: isPricedTwice ? '' : (cells.at(-1) ?? ''),
    }
  }
  const [line = ''] = cells
  const [, typed = line, price = ''] = (!twoPrices.test(line) && linePattern.exec(line)) || []
  const found = hasMinutes ? readLength(typed) : undefined
  return {
    name: trimEnd(found?.rest ?? typed),
    minutes: found?.minutes ?? minutes,
    price: withoutSpaces(price),
  }
}

/** `isWhole`: the cell has nothing else, and a number alone is minutes. */
function readLength(text: string, isWhole = false): { rest: string; minutes: string } | undefined {
  const [whole, minutes, hours, more] = lengthPattern.exec(text) ?? []
  if (whole !== undefined) {
    const total = minutes === undefined ? Number(hours) * 60 + Number(more ?? 0) : Number(minutes)
    return { rest: text.slice(0, -whole.length).trim(), minutes: String(total) }
  }
  return isWhole && /^\s*\d+$/.test(text) ? { rest: '', minutes: text.trim() } : undefined
}

function trimEnd(name: string): string {
  return name.replace(/[\s,;:|.…–-]+$/u, '')
}

/** "65 000" */
function withoutSpaces(price: string): string {
  return price.replace(/(?<=\d)\s(?=\d{3})/g, '')
}

/** A list in which every price is below 1,000 is written in thousands: no offer costs 65 dong. */
function inThousands(lines: readonly Line[]): readonly Line[] {
  const isShort = lines.length > 0 && lines.every(({ price }) => /^\d{1,3}$/.test(price))
  return isShort ? lines.map((line) => ({ ...line, price: `${line.price}000` })) : lines
}
