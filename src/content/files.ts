/** The files of an owner's folder by name, whatever else lies in it. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

export type FolderListing = {
  /** In the order of their names, also links that lead nowhere: who reads one will know. */
  files: string[]
  /** Folders in it that nobody may look into. */
  unreadableFolders: string[]
}

/** Hidden files are the owner's own business: his history of versions, what his editor leaves. */
export function listFiles(folder: string): FolderListing {
  const files: string[] = []
  const unreadableFolders: string[] = []
  const walk = (under: string) => {
    for (const entry of readdirSync(join(folder, under), { withFileTypes: true })) {
      if (entry.name.startsWith('.')) continue
      const path = `${under}${entry.name}`
      if (entry.isDirectory()) {
        try {
          walk(`${path}/`)
        } catch {
          unreadableFolders.push(path)
        }
      } else if (entry.isFile() || (entry.isSymbolicLink() && canBeFile(join(folder, path)))) {
        files.push(path)
      }
    }
  }
  walk('')
  return { files: files.sort(), unreadableFolders }
}

function canBeFile(path: string): boolean {
  try {
    return statSync(path).isFile()
  } catch {
    return true
  }
}

/** What the system says of a file that it does not give us: "ENOENT". */
export function systemErrorCode(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown'
}
