/** Global setup of a test run: one PostgreSQL for all test files. It stops when the runner ends in any way. */
import { sharePostgres } from './database.ts'

export const globalSetup = sharePostgres
