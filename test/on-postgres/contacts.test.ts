import { onPostgresTogether } from '../support/database.ts'

onPostgresTogether('desk-contacts.test.ts', 'reminders.test.ts')
