/**
 * Which tests run for a changed file: the nearest first, half a minute in total. The longest matching path wins.
 */
import { globSync } from 'node:fs'
import { basename } from 'node:path'

const staffTests = [
  ...['staff-actions', 'seated-parties', 'late-parties', 'staff-undo', 'staff-walk-ins-and-blocks'],
  ...['staff-conflicts', 'desk-changes', 'desk-bookings'],
]
const guestTests = [
  'boundaries',
  'booking',
  'availability',
  'requests',
  'change-requests',
  'booking-actions',
  'salon',
]

const nearest: Readonly<Record<string, readonly string[]>> = {
  'src/domain/scheduling/': ['allocate', 'cells', 'hours', ...guestTests, 'structured-data'],
  'src/domain/scheduling/example.ts': ['openapi'],
  'src/domain/scheduling/last-start-check.ts': ['content-messages'],
  'src/domain/booking/': ['desk-limits', ...guestTests, ...staffTests, 'occupancy-cache'],
  'src/domain/booking/conflicts.ts': ['removed-resources', 'content-check', 'content-reload'],
  'src/domain/booking/rejection-reasons.ts': [
    'staff-actions',
    'staff-walk-ins-and-blocks',
    'quick-entry',
  ],
  'src/domain/booking/undo.ts': [
    'staff-conflicts',
    'staff-undo',
    'seated-parties',
    'booking-actions',
  ],
  'src/domain/booking/health-rows.ts': ['questions'],
  'src/domain/booking/status-operation.ts': ['booking', 'requests', 'deposits', 'openapi'],
  'src/domain/booking/export.ts': ['export'],
  'src/domain/booking/feed.ts': ['desk-calendar', 'export'],
  'src/domain/booking/calendar-file.ts': ['desk-calendar', 'site-booking'],
  'src/domain/booking/deposit/': ['deposit-limits', 'deposits', 'retention', 'staff-undo'],
  'src/domain/guard/': [
    ...['request-delay', 'guard-limits', 'guard-idempotency', 'guard-write-limit', 'guard-forms'],
    ...['guard-request-body', 'booking', 'mcp-consent'],
  ],
  'src/domain/privacy/': ['erasure', 'retention', 'desk-privacy', 'personal-data', 'privacy'],
  'src/store/': [
    ...['group-commit', 'group-commit-failures', 'group-commit-deadline', 'group-commit-locks'],
    'readiness',
    'booking',
    'store-disk-errors',
    'two-apps',
    'store',
    'command-database',
  ],
  'src/store/open-error.ts': ['startup-errors'],
  'src/store/sqlite/': ['booking', 'store-disk-errors', 'store', 'backup', 'erasure'],
  'src/store/postgres/': ['postgres-retries', 'postgres-outage'],
  'src/store/postgres/change-notifications.ts': ['several-processes'],
  'src/store/postgres/connection-url.ts': ['postgres-tls', 'several-processes'],
  'src/store/postgres/connection-url-error.ts': ['postgres-tls'],
  'src/store/postgres/inspect.ts': ['command-database', 'privacy'],
  'src/store/postgres/maintenance.ts': ['privacy', 'postgres-start'],
  'src/store/postgres/prepared-statements.ts': ['store', 'several-processes'],
  'src/store/postgres/timeouts.ts': ['several-processes', 'postgres-retries'],
  'src/store/postgres/tls.ts': ['postgres-tls', 'several-processes'],
}

/** The test files for a file of src, wherever in the folders of tests they are. */
export function nearestTestsOf(file: string): string[] {
  const prefixes = Object.keys(nearest).filter((prefix) => file.startsWith(prefix))
  const longest = prefixes.toSorted((one, other) => other.length - one.length)[0]
  if (longest === undefined)
    throw new Error(`scripts/mutate/nearest-tests.ts has no tests of ${file}.`)
  return (nearest[longest] ?? []).map(findTestFile)
}

export const mutatedFolders: readonly string[] = Object.keys(nearest).filter((one) =>
  one.endsWith('/'),
)

function findTestFile(name: string): string {
  const found = globSync(['src/**/*.test.ts', 'test/**/*.test.ts']).filter(
    (file) => basename(file) === `${name}.test.ts` && !file.includes('/on-'),
  )
  if (found.length !== 1) throw new Error(`There are ${found.length} tests named ${name}.`)
  return found[0] ?? ''
}
