/** DATABASE_URL names a PostgreSQL database by its scheme; any other value is the path of a SQLite file. */
export function isPostgres(databaseUrl: string): boolean {
  return /^postgres(ql)?:\/\//i.test(databaseUrl)
}
