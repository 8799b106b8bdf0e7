/** The commands of an operator. */
import { bookingHelp, runBookings, UnknownCommand } from './cli-bookings.ts'
import { runStaff, staffHelp, UnknownStaffCommand } from './cli-staff.ts'
import { ConfigError, describeSettings, sampleFolder } from './config.ts'
import { ContentError } from './content/faults.ts'
import { StaffObstacle } from './domain/booking/obstacle.ts'
import { StaffRefusal } from './domain/staff/refusal.ts'
import { Problem } from './kernel/problem.ts'
import { problemTable } from './kernel/problem-table.ts'
import { CannotListen, CannotOpen } from './main.ts'
import { SecretTooShort } from './secret.ts'
import { serve } from './serve.ts'
import { withSettingsFile } from './settings-file.ts'
import { MigrationError } from './store/migrate.ts'
import { AddressError } from './store/postgres/address-error.ts'
import { findTrade, trades, UnknownTrade } from './variants/index.ts'

const help = `letan: the front desk of a small business

  letan                             serve the site and the API
  letan cluster [N]                 the same with N processes that share the ports, or one a core
  letan content [trade [folder]]    check a content folder; without a folder, the samples
${bookingHelp}
${staffHelp}
  letan --help                      this text

Settings, by environment:

${describeSettings()}
`

export async function run(words: readonly string[]): Promise<void> {
  try {
    const [command, ...rest] = words
    if (command === undefined) await serve(environment())
    else if (command === 'cluster') await serveTogether(rest)
    else if (command === 'content') checkContent(rest)
    else if (command === 'bookings') say(await runBookings(rest, environment()))
    else if (command === 'staff') say(await runStaff(rest, environment()))
    else if (command === '--help' || command === '-h' || command === 'help') say(help)
    else refuse(`There is no command "${command}".\n\n${help}`)
  } catch (error) {
    if (error instanceof Problem) refuse(problemTable[error.code].meaning.en)
    else if (isForPeople(error)) refuse(error.message)
    else throw error
  }
}

/** Its parts are loaded only where they are used: most shops need one process. */
async function serveTogether(words: readonly string[]): Promise<void> {
  const cluster = await import('./cluster.ts')
  await cluster.serveTogether(environment(), words[0])
}

function environment(): NodeJS.ProcessEnv {
  return withSettingsFile(process.env)
}

function checkContent([named, folder]: readonly string[]): void {
  const chosen = named === undefined ? trades : [findTrade(named)]
  for (const trade of chosen) {
    const path = folder ?? sampleFolder(trade.id)
    const { business, assortment } = trade.open(path)
    say(`${business.name}: ${assortment.offers.length} offers, nothing wrong in ${path}\n`)
  }
}

/** Faults that a person can mend are told in their own words, without a stack. */
function isForPeople(error: unknown): error is Error {
  return (
    error instanceof ConfigError ||
    error instanceof ContentError ||
    error instanceof UnknownTrade ||
    error instanceof CannotListen ||
    error instanceof CannotOpen ||
    error instanceof AddressError ||
    error instanceof SecretTooShort ||
    error instanceof MigrationError ||
    error instanceof StaffObstacle ||
    error instanceof UnknownCommand ||
    error instanceof StaffRefusal ||
    error instanceof UnknownStaffCommand
  )
}

function say(text: string): void {
  process.stdout.write(text)
}

/** Whatever has been opened by now, a connection to the book for one, must not keep us here. */
function refuse(text: string): void {
  process.stderr.write(`${text}\n`, () => process.exit(1))
}
