/** The commands of `letan` and its help text. */
import { channelSettings } from '../channels/channels.ts'
import { formatSettings, listSettings } from '../config/settings.ts'
import type { Locale } from '../kernel/locale.ts'
import { backupHelp, runBackup, runRestore, runVerify } from './backup.ts'
import { bookingHelp, runBookings } from './bookings.ts'
import type { Command } from './command.ts'
import { contentHelp, runContent } from './content.ts'
import { guestHelp, runGuest } from './guest.ts'
import { formatVietnameseHelp } from './help-vi.ts'
import { runInit } from './init.ts'
import { publishHelp, runPublish } from './publish.ts'
import { runSoldOut, soldOutHelp } from './sold-out.ts'
import { runStaff, staffHelp } from './staff.ts'

const englishHelp = `letan: the front desk of a small business

  letan                             serve the site, the API, the MCP server and the desk
  letan cluster [N]                 the same with N workers that share the ports; by default one per core
  letan demo [FOLDER]               a shop with a lively evening, to try the desk; in a new or a temporary folder
${contentHelp}
${publishHelp}
${bookingHelp}
${soldOutHelp}
${staffHelp}
${guestHelp}
${backupHelp}
  letan --help                      this text

Settings (environment variables):

${formatSettings(channelSettings)}
`

/** In the language of the terminal. */
export function helpIn(locale: Locale): string {
  return locale === 'vi' ? formatVietnameseHelp(listSettings(channelSettings)) : englishHelp
}

export const commands: ReadonlyMap<string, Command> = new Map<string, Command>([
  ['init', runInit],
  ['content', runContent],
  ['publish', runPublish],
  ['bookings', runBookings],
  ['sold-out', runSoldOut],
  ['staff', runStaff],
  ['guest', runGuest],
  ['backup', runBackup],
  ['restore', runRestore],
  ['verify', runVerify],
])

/** Commands that were renamed. The old names are accepted for one release. */
const renamedCommands: Readonly<Record<string, string>> = {
  'staff again': 'staff recover',
  'guest scrubbed': 'guest vacuumed',
}

/** The arguments with the current name of the command, and a warning if they contain an old one. */
export function replaceRenamedCommand(args: readonly string[]): {
  args: readonly string[]
  warning?: string
} {
  const oldName = args.slice(0, 2).join(' ')
  const newName = renamedCommands[oldName]
  if (newName === undefined) return { args }
  return {
    args: [...newName.split(' '), ...args.slice(2)],
    warning: `"letan ${oldName}" is now "letan ${newName}". The old name will be removed in the next release.`,
  }
}
