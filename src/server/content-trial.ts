/** Opens the content folder with changes that are not written yet, as a copy without photos in a temporary folder. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { listFiles, readContentFile } from '../content/files.ts'
import type { PhotoFile } from '../content/photo.ts'
import { isImagePath, isPhotoPath, photoName } from '../content/photo-files.ts'
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
    for (const [file, text] of changes)
      if (text !== null && !isImagePath(file)) write(copy, file, text)
    return open(copy)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

/** The photos of the shop after changes of files, for the checks of what is shown where. */
export function changePhotos(photos: readonly PhotoFile[], changes: ChangedFiles): PhotoFile[] {
  const added = [...changes].flatMap(([file, digest]) =>
    digest !== null && isPhotoPath(file)
      ? [{ name: photoName(file.replace(/^pictures\//, '')), file, sizeBytes: 0, modifiedMs: 0 }]
      : [],
  )
  return [...photos.filter(({ file }) => !changes.has(file)), ...added]
}

function write(copy: string, file: string, content: string | Buffer): void {
  const path = join(copy, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}
