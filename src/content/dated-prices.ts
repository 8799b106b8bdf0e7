/** Prices that change on a date: `next_price: { from: "2027-01-01", amount: 155000 }` beside `price: 145000`. */
import { date } from './time-fields.ts'
import { entry, vndAmount } from './vocabulary.ts'

export type NextPrice = { from: string; amount: number }

const nextPrice = entry({ from: date, amount: vndAmount })

export const priceFields = { price: vndAmount, next_price: nextPrice.optional() }

export const optionalPriceFields = { ...priceFields, price: vndAmount.optional() }

/** The days on which a price below this value changes, in order. */
export function findPriceChanges(root: unknown): string[] {
  const found = new Set<string>()
  const walk = (value: unknown) => {
    if (!isContainer(value)) return
    if (hasNextPrice(value)) found.add(value.next_price.from)
    for (const part of Object.values(value)) walk(part)
  }
  walk(root)
  return [...found].sort()
}

/** The same content with the prices of a day. Parts in which no price has changed are not copied. */
export function withPricesOn<Value>(value: Value, day: string): Value {
  if (!isContainer(value)) return value
  if (hasNextPrice(value) && value.next_price.from <= day) {
    const { next_price, ...others } = value
    return { ...withPricesOn(others, day), price: next_price.amount } as Value
  }
  if (Array.isArray(value)) {
    const list = value.map((part: unknown) => withPricesOn(part, day))
    return list.some((part, index) => part !== value[index]) ? (list as Value) : value
  }
  const parts = Object.entries(value).map(
    ([name, part]) => [name, withPricesOn(part, day)] as const,
  )
  const isChanged = parts.some(([name, part]) => part !== value[name as keyof Value])
  return isChanged ? (Object.fromEntries(parts) as Value) : value
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)
}

function hasNextPrice<Value extends object>(
  value: Value,
): value is Value & { next_price: NextPrice } {
  return 'next_price' in value && value.next_price !== undefined
}
