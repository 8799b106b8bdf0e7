import { onPostgresTogether } from '../../support/database.ts'

onPostgresTogether('cards.test.ts', 'card-holder.test.ts', 'card-visits.test.ts')
