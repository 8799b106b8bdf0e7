/** The commands of `letan` and its help text. */
import { channelSettings } from '../channels/channels.ts'
import { formatSettings, listSettings } from '../config/settings.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { backupHelp, runBackup, runRestore, runVerify } from './backup.ts'
import { bookingHelp, runBookings } from './bookings.ts'
import type { Command } from './command.ts'
import { contentHelp, runContent } from './content.ts'
import { guestHelp, runGuest } from './guest.ts'
import { runInit } from './init.ts'
import { publishHelp, runPublish } from './publish.ts'
import { formatVietnameseSettings } from './settings-vi.ts'
import { runSoldOut, soldOutHelp } from './sold-out.ts'
import { runStaff, staffHelp } from './staff.ts'
import { startHelp } from './start.ts'

const commonHelp: LocalizedText = {
  vi: `\
  letan --help                      trang này; letan COMMAND --help: cách dùng một lệnh
  letan --version                   phiên bản của chương trình
                                    --shop FOLDER với mọi lệnh: thư mục của tiệm, thay cho CONTENT_DIR
                                    --lang vi|en với mọi lệnh: ngôn ngữ của kết quả; mặc định: LANG`,
  en: `\
  letan --help                      this text; letan COMMAND --help: how to use one command
  letan --version                   the version of the program
                                    --shop FOLDER with every command: the folder of the shop, instead of CONTENT_DIR
                                    --lang vi|en with every command: language of the output; default: LANG`,
}

const title: LocalizedText = {
  vi: 'letan: quầy lễ tân của một tiệm nhỏ',
  en: 'letan: the front desk of a small business',
}

const settingsHeading: LocalizedText = {
  vi: 'Thiết lập (biến môi trường):',
  en: 'Settings (environment variables):',
}

/** In the language of the terminal. */
export function helpIn(locale: Locale): string {
  const lines = [...new Set([startHelp, ...[...commands.values()].map(({ help }) => help)])]
  const settings =
    locale === 'vi'
      ? formatVietnameseSettings(listSettings(channelSettings))
      : formatSettings(channelSettings)
  return `${title[locale]}

${[...lines, commonHelp].map((help) => help[locale]).join('\n')}

${settingsHeading[locale]}

${settings}
`
}

/** Of one command; undefined if there is no such command. `cli.ts` starts those that run until a signal. */
export function findHelp(name: string): LocalizedText | undefined {
  return ['start', 'cluster', 'demo'].includes(name) ? startHelp : commands.get(name)?.help
}

export const commands: ReadonlyMap<string, Command> = new Map<string, Command>([
  ['init', { help: contentHelp, run: runInit }],
  ['content', { help: contentHelp, run: runContent }],
  ['publish', { help: publishHelp, run: runPublish }],
  ['bookings', { help: bookingHelp, run: runBookings }],
  ['sold-out', { help: soldOutHelp, run: runSoldOut }],
  ['staff', { help: staffHelp, run: runStaff }],
  ['guest', { help: guestHelp, run: runGuest }],
  ['backup', { help: backupHelp, run: runBackup }],
  ['restore', { help: backupHelp, run: runRestore }],
  ['verify', { help: backupHelp, run: runVerify }],
])

/** Commands that were renamed. The old names are accepted for one release. */
const renamedCommands: Readonly<Record<string, string>> = {
  'staff again': 'staff recover',
  'guest scrubbed': 'guest vacuumed',
}

/** The arguments with the current name of the command, and a warning if they contain an old one. */
export function replaceRenamedCommand(args: readonly string[]): {
  args: readonly string[]
  warning?: LocalizedText
} {
  const oldName = args.slice(0, 2).join(' ')
  const newName = renamedCommands[oldName]
  if (newName === undefined) return { args }
  return {
    args: [...newName.split(' '), ...args.slice(2)],
    warning: {
      vi: `"letan ${oldName}" nay là "letan ${newName}". Tên cũ sẽ bỏ ở bản sau.`,
      en: `"letan ${oldName}" is now "letan ${newName}". The old name will be removed in the next release.`,
    },
  }
}
