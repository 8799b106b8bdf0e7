/** The trade that a folder says it is for, before anything else is read of it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Words } from '../kernel/locale.ts'
import type { Fault } from './content-errors.ts'
import { misnamedFile, noBusiness, unreadableFile } from './file-errors.ts'
import { misnamedIn } from './file-extensions.ts'
import { listFiles } from './files.ts'

export type TradeNamed = { trade: string; line: number }

const file = 'business.yaml'

/** Whatever else is wrong with the folder; nothing where it says none. */
export function tradeNamedIn(folder: string): TradeNamed | undefined {
  try {
    // Without what stands before and between the letters where it was saved as UTF-16.
    const text = readFileSync(join(folder, file), 'utf8').replace(/[\0\uFEFF\uFFFD]/g, '')
    const found = /^[ \t]*trade[ \t]*:[ \t]*(?:\r?\n[ \t]+)?(.*)$/im.exec(text)
    const trade = (found?.[1] ?? '').replace(/(^|\s)#.*/, '').trim()
    if (!found || trade === '') return undefined
    const line = text.slice(0, found.index).split('\n').length
    return { trade: trade.replace(/^(["'])(.*)\1$/, '$2'), line }
  } catch {
    return undefined
  }
}

/** Why a folder names none; nothing where there is not even a folder. */
export function noTradeFault(folder: string, write: Words): Fault | undefined {
  try {
    readFileSync(join(folder, file))
    return tradeFault({ line: 1 }, { vi: 'thiếu trade', en: 'trade is missing' }, write)
  } catch (error) {
    const there = filesIn(folder)
    if (!there || there.includes(file)) return there && unreadableFile(file, error)
    const misnamed = misnamedIn(there).get(file)
    return misnamed === undefined ? noBusiness(file) : misnamedFile(misnamed, file)
  }
}

function filesIn(folder: string): string[] | undefined {
  try {
    return listFiles(folder).files
  } catch {
    return undefined
  }
}

export function tradeFault({ line }: Pick<TradeNamed, 'line'>, wrong: Words, write: Words): Fault {
  return { file, line, wrong, write }
}
