/** Sample shops with prices that change on a date, and with surcharges. */
import type { Shop } from '../../src/domain/trade/trade.ts'
import { findTrade } from '../../src/variants/index.ts'
import { type Change, copyOf, createFolderEditor, type Folder } from './content-errors.ts'

/** A changed copy of a sample shop. */
export function openChangedShop(trade: string, ...changes: readonly Change[]): Shop {
  const folder = copyOf(trade)
  for (const change of changes) change(createFolderEditor(folder))
  return findTrade(trade).open(folder)
}

/** Adds a line below the price of an entry with this id. */
export function nextPrice(file: string, id: string, from: string, amount: number): Change {
  return (folder) =>
    folder.replace(
      file,
      new RegExp(`(- id: ${id}\\n[^]*?\\n    price: \\d+\\n)`),
      `$1    next_price: { from: "${from}", amount: ${amount} }\n`,
    )
}

/** Each entry is a line of YAML. */
export function surcharges(...entries: readonly string[]): Change {
  return (folder) => addToBusiness(folder, ['surcharges:', ...entries.map((one) => `  - ${one}`)])
}

function addToBusiness(folder: Folder, lines: readonly string[]): void {
  folder.write('business.yaml', `${folder.read('business.yaml')}\n${lines.join('\n')}\n`)
}

/** A time in Vietnam. */
export function vietnamTime(date: string, time: string): number {
  return Date.parse(`${date}T${time}:00+07:00`)
}
