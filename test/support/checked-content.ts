/** Editable copies of the samples, what the content check says about them, and their shops. */
import assert from 'node:assert/strict'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { after } from 'node:test'
import { joinAsOwner } from '../../proof/support/desk.ts'
import { makeScratch } from '../../proof/support/scratch.ts'
import { type Server, startServer } from '../../proof/support/server.ts'
import { runContent } from '../../src/commands/content.ts'
import { ContentError } from '../../src/content/content-errors.ts'
import { sampleFolder } from '../../src/content/sample.ts'
import { forEachLocale, type Locale } from '../../src/kernel/locale.ts'
import { createFolderEditor } from './content-errors.ts'

export const scratch = makeScratch()
export const servers: Server[] = []
after(() => {
  for (const server of servers) server.process.kill('SIGKILL')
  scratch.remove()
})

export let made = 0

/** An editable copy of a sample. */
export function copyOf(trade: string, name = 'shop') {
  made += 1
  const folder = join(scratch.folder, `${name}-${made}`)
  cpSync(sampleFolder(trade), folder, { recursive: true })
  return { folder, ...createFolderEditor(folder) }
}

export type Copy = ReturnType<typeof copyOf>

/** The note about holidays depends on the day of the test. */
export const isHolidayNote = (line: string) =>
  /no special day mentions|special_days chưa nói đến|^special_days:$|^- \{ from: "/.test(line)

/** The output of the check in one language, line by line: the notes about a folder without errors. */
export async function checkFolder(folder: string, locale: Locale): Promise<string[]> {
  const environment = { DATABASE_URL: join(scratch.folder, 'none.sqlite') }
  const result = await runContent(['check', folder, '--lang', locale], environment)
  return linesOf(typeof result === 'string' ? result : result.output)
}

function linesOf(output: string): string[] {
  return output
    .split('\n')
    .filter((line) => line.startsWith('  '))
    .map((line) => line.trim())
    .filter((line) => !isHolidayNote(line))
}

/** The errors in both languages, which one check finds, or else the notes. */
export async function checkAfter(trade: string, change: (copy: Copy) => void) {
  const copy = copyOf(trade)
  change(copy)
  try {
    return { vi: await checkFolder(copy.folder, 'vi'), en: await checkFolder(copy.folder, 'en') }
  } catch (error) {
    assert.ok(error instanceof ContentError, String(error))
    const { localizedMessage } = error
    return forEachLocale((locale) => linesOf(localizedMessage[locale]))
  }
}

/** A running shop with a folder of its own, and its owner at the desk. */
export async function openShop({ folder }: Copy) {
  const environment = { CONTENT_DIR: folder, DATABASE_URL: `${folder}.sqlite` }
  const server = await startServer(environment)
  servers.push(server)
  const desk = { DESK_PORT: new URL(server.deskUrl).port, DESK_URL: server.deskUrl }
  const cookie = await joinAsOwner({ ...environment, ...desk }, 'Mai')
  return {
    book: async (body: object) => {
      const { status, text } = await server.send('POST', '/api/booking', body)
      assert.equal(status, 202, text)
    },
    page: async (path: string) => (await server.send('GET', path)).text,
    screen: async (path: string) =>
      (await fetch(`${server.deskUrl}${path}`, { headers: { cookie } })).text(),
  }
}

/** Without the note about the bank account, which every sample has. */
export const others = (lines: readonly string[], account: string) =>
  lines.filter((line) => !line.includes(account))
