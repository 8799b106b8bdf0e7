/** Global setup of a test run: the databases and the compile cache that all test files share. */
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { shareDatabases } from './database.ts'

export async function globalSetup(): Promise<void> {
  // Node creates a folder for its version in the one that the variable names.
  const folder = getCompileCacheDir()
  if (folder !== undefined) process.env.NODE_COMPILE_CACHE ??= dirname(folder)
  await shareDatabases()
}
