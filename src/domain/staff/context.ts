/** Dependencies of accounts, sign-in, links and sessions. */
import type { Clock } from '../../kernel/time.ts'
import type { Store } from '../../store/sql.ts'

export type StaffContext = { store: Store; secret: string; now: Clock }
