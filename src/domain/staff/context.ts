/** What every part of the staff room stands on. */
import type { Clock } from '../../kernel/time.ts'
import type { Store } from '../../store/sql.ts'

export type StaffContext = { store: Store; secret: string; now: Clock }
