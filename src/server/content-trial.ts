/** Opens the content folder with changes that are not written yet, as a copy without photos in a temporary folder. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { listFiles, readContentFile } from '../content/files.ts'
import { isPhotoPath } from '../content/photo-files.ts'
import type { ChangedFiles } from '../desk/context.ts'

/** Calls `open` with the copy, which is removed afterwards. */
export function withTrialFolder<Result>(
  folder: string,
  changes: ChangedFiles,
  open: (copy: string) => Result,
): Result {
  const copy = mkdtempSync(join(tmpdir(), 'letan-trial-'))
  try {
    for (const file of listFiles(folder).files) {
      if (!changes.has(file) && !isPhotoPath(file)) write(copy, file, readContentFile(folder, file))
    }
    for (const [file, text] of changes) if (text !== null) write(copy, file, text)
    return open(copy)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

function write(copy: string, file: string, content: string | Buffer): void {
  const path = join(copy, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}
