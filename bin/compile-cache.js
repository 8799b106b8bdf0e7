// Enables Node's compile cache, which shortens later starts, in a folder that only this user can write to.
import { lstatSync, mkdirSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// Windows has no user ids, but a temporary folder for each user.
const userId = process.getuid?.()
const folder = join(tmpdir(), `letan-${userId ?? 'own'}`)

// Node enables the cache itself if NODE_COMPILE_CACHE is set.
if (!process.env.NODE_COMPILE_CACHE && isPrivateFolder()) enableCompileCache(folder)

/** Node executes what it finds in the cache, so no other user may write to it. */
function isPrivateFolder() {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch {
    // The folder exists or cannot be created; the check below covers both.
  }
  const stats = lstatSync(folder, { throwIfNoEntry: false })
  if (!stats?.isDirectory()) return false
  return userId === undefined || (stats.uid === userId && (stats.mode & 0o022) === 0)
}
