/** Reads a folder of YAML, Markdown and pictures against a description of its files. */
import { ContentError, type ContentIssue } from './content-errors.ts'
import {
  linkOutside,
  unreadableContentFolder,
  unreadableFolder,
  unusedFile,
} from './file-errors.ts'
import { findMisnamedFiles } from './file-extensions.ts'
import type { FileKind, Values } from './file-kinds.ts'
import { type FolderListing, listFiles } from './files.ts'
import type { PhotoFile } from './photo.ts'
import { listPhotos } from './photo-files.ts'
import { readPictures } from './pictures.ts'
import { createReport, type DatedNote, type LazyNote, type Report } from './report.ts'
import type { Source } from './source.ts'
import { findStrayFiles, isInSubfolder, isLeftover } from './stray-files.ts'
import { createTextReader, type TextFile } from './text-files.ts'

export type FolderContent<Content> = {
  values: Content
  /** Paths of the files that the values come from. */
  usedFiles: readonly string[]
  errors: ContentIssue[]
  notes: LazyNote[]
  datedNotes: DatedNote[]
  /** Every text file that could be read, and what is in those that are valid. */
  texts: TextFile[]
  sources: Source[]
  report: Report
}

/** `sample` is the path of the sample shop of the same trade; `storedPhotos` are those of a copy without photos. */
export function readFolder<
  Common extends Record<string, FileKind>,
  Own extends Record<string, FileKind>,
>(
  folder: string,
  commonFiles: Common,
  ownFiles: Own,
  { sample, storedPhotos }: { sample: string; storedPhotos?: readonly PhotoFile[] | undefined },
): FolderContent<Values<Common> & Values<Own>> {
  const files = { ...commonFiles, ...ownFiles }
  const errors: ContentIssue[] = []
  const notes: LazyNote[] = []
  const addNotes = (found: readonly ContentIssue[]) =>
    notes.push(...found.map((note) => () => note))
  const datedNotes: DatedNote[] = []
  const { files: paths, unreadableFolders, outsideFolders } = listContentFolder(folder)
  const { singleFiles, textFolders, pictureFolders } = placesOf(Object.values(files))
  addNotes(findStrayFiles(paths, textFolders, pictureFolders))
  const readable = paths.filter((file) => !isLeftover(file) && !isInSubfolder(file, textFolders))
  const existingFiles = new Set(readable)
  const reader = createTextReader(
    {
      path: folder,
      sample,
      existingFiles,
      misnamed: findMisnamedFiles(readable, singleFiles),
      inaccessibleFolders: [...unreadableFolders, ...outsideFolders],
    },
    errors,
  )

  const pictureFiles: string[] = []
  const readImages = ({ kind, folder: name }: { kind: 'pictures' | 'photos'; folder: string }) => {
    const inside = readable.filter((path) => path.startsWith(`${name}/`))
    if (kind === 'photos') {
      if (storedPhotos) return storedPhotos
      const result = listPhotos(folder, name, inside)
      addNotes(result.notes)
      return result.photos
    }
    const result = readPictures(folder, inside)
    // Photos are not among them: they may have hundreds of megabytes.
    pictureFiles.push(...result.pictures.map((picture) => `${name}/${picture.name}`))
    errors.push(...result.errors)
    addNotes(result.notes)
    return result.pictures
  }
  const readKind = (file: FileKind): unknown => {
    if (file.kind === 'one') return reader.readYamlFile(file.path, file.schema, file.whenMissing)
    if (file.kind === 'optional') return reader.readOptionalFile(file.path, file.schema)
    if (file.kind === 'many') return reader.readYamlFolder(file.folder, file.schema)
    if (file.kind === 'prose') return reader.readMarkdownFolder(file.folder, file.head)
    return readImages(file)
  }
  const values = Object.fromEntries(
    Object.entries(files).map(([name, file]) => [name, readKind(file)]),
  )

  const folders = [...textFolders, ...pictureFolders]
  const isContent = (name: string) =>
    folders.some((one) => name === one || name.startsWith(`${one}/`))
  errors.push(...unreadableFolders.filter(isContent).map(unreadableFolder))
  errors.push(...outsideFolders.filter(isContent).map(linkOutside))
  for (const file of existingFiles) {
    const isInFolder = file.includes('/') && !isContent(file)
    if (!reader.known.has(file) && !isInFolder && !isIgnored(file)) errors.push(unusedFile(file))
  }

  const { texts, sources, known, isMentioned } = reader
  const hasFile = (file: string) => existingFiles.has(file)
  const findings = { errors, notes, datedNotes, sources }
  return {
    values: values as Values<Common> & Values<Own>,
    usedFiles: [...known, ...pictureFiles].sort(),
    errors,
    notes,
    datedNotes,
    texts,
    sources: [...sources.values()],
    report: createReport(findings, { hasFile, isMentioned, sample }),
  }
}

/** Where the described files are. */
function placesOf(kinds: readonly FileKind[]) {
  const isImage = ({ kind }: FileKind) => kind === 'pictures' || kind === 'photos'
  const foldersOf = (some: readonly FileKind[]) =>
    some.flatMap((file) => ('folder' in file ? [file.folder] : []))
  return {
    singleFiles: kinds.flatMap((file) => ('path' in file ? [file.path] : [])),
    textFolders: foldersOf(kinds.filter((file) => !isImage(file))),
    pictureFolders: foldersOf(kinds.filter(({ kind }) => kind === 'pictures')),
  }
}

function listContentFolder(folder: string): FolderListing {
  try {
    return listFiles(folder)
  } catch (error) {
    throw new ContentError(folder, [unreadableContentFolder(error)])
  }
}

/** Files that are neither YAML nor Markdown are ignored. */
function isIgnored(file: string): boolean {
  return file === 'README.md' || !/\.(ya?ml|md)$/.test(file)
}
