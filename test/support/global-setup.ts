/** Global setup of a test run: the databases, the converted photos and the compile cache that all test files share. */
import { mkdtempSync, rmSync } from 'node:fs'
import { getCompileCacheDir } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { shareDatabases } from './database.ts'

export async function globalSetup(): Promise<void> {
  // Node creates a folder for its version in the one that the variable names.
  const folder = getCompileCacheDir()
  if (folder !== undefined) process.env.NODE_COMPILE_CACHE ??= dirname(folder)
  sharePhotos()
  await shareDatabases()
}

function sharePhotos(): void {
  const folder = mkdtempSync(join(tmpdir(), 'letan-photos-'))
  process.env.TEST_PHOTO_FOLDER = folder
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
}
