/** Shops that share a database: a role and a schema for each, as docs/postgresql.md describes. */
import pg from 'pg'

/** Roles belong to the server, not to a database. */
const roleOf = (databaseUrl: string, shop: number) =>
  `${new URL(databaseUrl).pathname.slice(1)}_${shop}`

export async function createSchemas(databaseUrl: string, shops: number): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  for (let shop = 0; shop < shops; shop++) {
    const role = roleOf(databaseUrl, shop)
    await client.query(
      `CREATE ROLE ${role} LOGIN; CREATE SCHEMA ${role} AUTHORIZATION ${role};
       ALTER ROLE ${role} SET search_path = ${role}`,
    )
  }
  await client.end()
}

/** The URL for the process of this shop. */
export function asRole(databaseUrl: string, shop: number): string {
  const url = new URL(databaseUrl)
  url.username = roleOf(databaseUrl, shop)
  return url.href
}
