/** What an operator writes in a terminal, and what it does. */
import { describeSettings } from '../config/settings.ts'
import { backupHelp, runBackup, runRestore, runVerify } from './backup.ts'
import { bookingHelp, runBookings } from './bookings.ts'
import { type CommandResult, contentHelp, runContent } from './content.ts'
import { guestHelp, runGuest } from './guest.ts'
import { runInit } from './init.ts'
import { runStaff, staffHelp } from './staff.ts'

export const help = `letan: the front desk of a small business

  letan                             serve the site and the API
  letan cluster [N]                 the same with N processes that share the ports, or one a core
${contentHelp}
${bookingHelp}
${staffHelp}
${guestHelp}
${backupHelp}
  letan --help                      this text

Settings, by environment:

${describeSettings()}
`

/** Does something and says what came of it. */
type Command = (args: string[], environment: NodeJS.ProcessEnv) => Promise<string | CommandResult>

export const commands: ReadonlyMap<string, Command> = new Map<string, Command>([
  ['init', runInit],
  ['content', runContent],
  ['bookings', runBookings],
  ['staff', runStaff],
  ['guest', runGuest],
  ['backup', runBackup],
  ['restore', runRestore],
  ['verify', runVerify],
])
