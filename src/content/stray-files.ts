/** Files and folders that the shop does not read: they are notes for the owner, and never prevent a start. */
import type { LocalizedText } from '../kernel/locale.ts'
import type { ContentIssue } from './content-errors.ts'

/** A file that an editor or an office program leaves behind while a document is open. */
export function isLeftover(file: string): boolean {
  const name = file.slice(file.lastIndexOf('/') + 1)
  return name.startsWith('~$') || /(~|\.(bak|tmp|swp|orig))$/i.test(name)
}

/** Whether a file of one of these folders is in a subfolder, such as `menu/old/`, which is not read. */
export function isInSubfolder(file: string, folders: readonly string[]): boolean {
  return folders.some((folder) => file.slice(folder.length + 1).includes('/') && isIn(file, folder))
}

/** Notes about what is not read. `folders` are read without their subfolders, `pictureFolders` with them. */
export function findStrayFiles(
  files: readonly string[],
  folders: readonly string[],
  pictureFolders: readonly string[],
): ContentIssue[] {
  const inPictures = (file: string) => pictureFolders.some((folder) => isIn(file, folder))
  const unread = new Set<string>()
  const notes: ContentIssue[] = []
  for (const file of files) {
    if (inPictures(file)) continue
    const folder = findUnreadFolder(file, folders)
    if (folder !== undefined) unread.add(folder)
    else if (isLeftover(file)) notes.push(createNote(file, leftoverTexts))
    else if (isPicture(file)) notes.push(createNote(file, pictureTexts))
    else if (isDocument(file)) notes.push(createNote(file, documentTexts))
  }
  return [...notes, ...[...unread].map((folder) => createNote(folder, folderTexts))]
}

/** The first folder on the way to the file that is not read. */
function findUnreadFolder(file: string, folders: readonly string[]): string | undefined {
  const parents = file.split('/').slice(0, -1)
  return parents
    .map((_, index) => parents.slice(0, index + 1).join('/'))
    .find((path) => !folders.includes(path))
}

function isIn(file: string, folder: string): boolean {
  return file.startsWith(`${folder}/`)
}

function isPicture(file: string): boolean {
  return /\.(svg|png|jpe?g|webp|avif|gif|heic|heif|bmp|tiff?)$/i.test(file)
}

/** Documents in which an owner may believe to have written content. */
function isDocument(file: string): boolean {
  return /\.(docx?|xlsx?|odt|ods|pages|numbers|pdf|csv|rtf)$/i.test(file)
}

type NoteTexts = { wrong: LocalizedText; remedy: LocalizedText }

function createNote(file: string, texts: NoteTexts): ContentIssue {
  return { file, line: 1, ...texts }
}

const leftoverTexts: NoteTexts = {
  wrong: {
    vi: 'tệp này do trình soạn thảo để lại, không được đọc',
    en: 'an editor left this file behind; it is not read',
  },
  remedy: { vi: 'hãy xoá tệp này', en: 'you may delete it' },
}

const pictureTexts: NoteTexts = {
  wrong: {
    vi: 'ảnh ở đây không hiện ra đâu cả',
    en: 'a picture in this place is not shown anywhere',
  },
  remedy: { vi: 'hãy chuyển ảnh vào thư mục pictures', en: 'move it into the folder pictures' },
}

const documentTexts: NoteTexts = {
  wrong: { vi: 'loại tệp này không được đọc', en: 'files of this type are not read' },
  remedy: {
    vi: 'hãy viết nội dung vào tệp .yaml hoặc .md như trong cửa hàng mẫu',
    en: 'write its content into a .yaml or .md file, as in the sample shop',
  },
}

const folderTexts: NoteTexts = {
  wrong: {
    vi: 'thư mục này không được đọc, nên những gì trong đó khách không thấy',
    en: 'this folder is not read, so guests see nothing of it',
  },
  remedy: {
    vi: 'nếu vẫn cần, hãy chuyển các tệp ra thư mục bên ngoài',
    en: 'if you need its files, move them to the folder above',
  },
}
