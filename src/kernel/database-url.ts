/** DATABASE_URL names a PostgreSQL database by its scheme; any other value is the path of a SQLite file. */
export function isPostgres(databaseUrl: string): boolean {
  return /^postgres(ql)?:\/\//i.test(databaseUrl)
}

/**
 * The URL of a PostgreSQL database, or the path of a SQLite file: all parts of the program then open the same file.
 * Undefined for other schemes, and for parameters of SQLite, which have no effect here.
 */
export function parseDatabaseUrl(text: string): string | undefined {
  if (isPostgres(text)) return text
  const [, path] = /^(?:file|sqlite):(?:\/\/(?=\/))?(.+)$/i.exec(text) ?? []
  if (path !== undefined) return /^\/\/|\?/.test(path) ? undefined : decodePath(path)
  return text === ':memory:' || /^[a-z]+:\/\//i.test(text) ? undefined : text
}

function decodePath(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}
