/** Offers as a table for a spreadsheet in both directions, and the whole content folder as a zip file. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { readOfferTable, writeOfferTable } from '../../content/edit/offer-table.ts'
import { listFiles, readContentFile } from '../../content/files.ts'
import { toSlug } from '../../content/proposals/closest-word.ts'
import { formatCsv } from '../../kernel/csv.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import { decodeTable, parseCsv } from '../../kernel/parse-csv.ts'
import { dateAt } from '../../kernel/time.ts'
import { createZip } from '../../kernel/zip.ts'
import { html } from '../../ui/html.ts'
import { hiddenInput, problemNotice, submitButton } from '../components.ts'
import type { DeskContext } from '../context.ts'
import { draftBar } from '../editor/draft-bar.ts'
import { categoryFileOf, draftVersion, type Editor } from '../editor/editor.ts'
import { rejectedNotice, userErrorNotice } from '../editor/messages.ts'
import { findOffers, loadCategories, type OfferPart } from '../editor/offer-part.ts'
import { publishPath, shopPath, transferPath } from '../editor/paths.ts'
import type { Notice, Screen, ScreenPage, ScreenRequest, ScreenResult } from '../screen.ts'

const maxTableBytes = 2_000_000
/** Of all files: the archive is made in memory. */
const maxFolderBytes = 100_000_000

export function shopTransferScreens(context: DeskContext, editor: Editor): Screen[] {
  const { shop, now } = context
  const offers = findOffers(editor)
  const fileName = (ending: string) => `${toSlug(shop.business.name)}-${dateAt(now())}.${ending}`
  return [
    {
      path: transferPath,
      isOwnerOnly: true,
      maxBodyBytes: maxTableBytes + 64 * 1024,
      show: (request) => renderPage(editor, request),
      submit: (request) => importTable(context, editor, offers, request),
    },
    {
      path: `${transferPath}/offers`,
      isOwnerOnly: true,
      async show({ member }) {
        const files = await loadCategories(editor, offers.part, member.id)
        const rows = writeOfferTable(files, offers.list, offers.members, shop.languages)
        const body = formatCsv(rows)
        return { file: { name: fileName('csv'), type: 'text/csv; charset=utf-8', body } }
      },
    },
    {
      path: `${transferPath}/folder`,
      isOwnerOnly: true,
      async show(request) {
        const { folder } = editor.content
        const { files } = listFiles(folder)
        const sizes = files.map((file) => statSync(join(folder, file)).size)
        if (sizes.reduce((sum, size) => sum + size, 0) > maxFolderBytes) {
          const notice = problemNotice(words.tooLargeFolder[request.locale])
          return { ...(await renderPage(editor, request, { notice })), status: 413 }
        }
        const body = createZip(
          files.map((name) => ({
            name,
            bytes: readContentFile(folder, name),
            modified: statSync(join(folder, name)).mtime,
          })),
        )
        return { file: { name: fileName('zip'), type: 'application/zip', body } }
      },
    },
  ]
}

async function importTable(
  { shop }: DeskContext,
  editor: Editor,
  { part, list, members }: OfferPart,
  request: ScreenRequest,
): Promise<ScreenResult> {
  const { form, uploads, member, locale } = request
  const typed = form.get('lines') ?? ''
  const again = async (status: number, notice: Notice) => ({
    ...(await renderPage(editor, request, { typed, notice })),
    status,
  })
  const upload = uploads.get('table')
  if (request.request.isBodyTooLarge) return again(413, problemNotice(words.tooLarge[locale]))
  const text = upload ? decodeTable(upload) : typed
  if (text === undefined) return again(422, problemNotice(words.encoding[locale]))
  const rows = parseCsv(text)
  if (rows.length === 0) return again(422, problemNotice(words.empty[locale]))
  const files = await loadCategories(editor, part, member.id)
  const taken = files.map(({ file }) => file)
  const newFile = (category: string) => {
    const file = categoryFileOf(part, taken, category)
    taken.push(file)
    return { file, value: { category: { name: category } } }
  }
  const { languages } = shop
  const values = readOfferTable({ rows, files, list, members, languages, newFile })
  try {
    const issues = await editor.save(member.id, values)
    if (issues.length > 0) return again(422, rejectedNotice(issues, locale))
  } catch (error) {
    return again(409, userErrorNotice(error, locale))
  }
  return { seeOther: publishPath }
}

async function renderPage(
  editor: Editor,
  { member, locale }: ScreenRequest,
  { typed = '', notice }: { typed?: string; notice?: Notice } = {},
): Promise<ScreenPage> {
  return {
    title: words.title[locale],
    tab: shopPath,
    disableAutoRefresh: true,
    ...(notice && { notice }),
    body: html`<p><a href="${shopPath}">← ${words.shop[locale]}</a></p>
<h1>${words.title[locale]}</h1>
${await draftBar(editor, member.id, locale)}
<section><h2>${words.download[locale]}</h2>
<p><a class="button" href="${transferPath}/offers" download>${words.offers[locale]}</a></p>
<p class="hint">${words.offersHint[locale]}</p>
<p><a class="button" href="${transferPath}/folder" download>${words.folder[locale]}</a></p>
<p class="hint">${words.folderHint[locale]}</p></section>
<section><h2>${words.upload[locale]}</h2>
<p class="hint">${words.uploadHint[locale]}</p>
<form method="post" action="${transferPath}" enctype="multipart/form-data" class="edit-form">
${hiddenInput('was', await draftVersion(editor, member.id))}
<div class="edit-field"><label for="field-table">${words.table[locale]}</label>
<input id="field-table" name="table" type="file" accept=".csv,.txt,.tsv,text/csv,text/plain"></div>
<div class="edit-field"><label for="field-lines">${words.lines[locale]}</label>
<textarea id="field-lines" name="lines" rows="6" placeholder="Phở bò 65k">${typed}</textarea></div>
${submitButton(words.send[locale], 'main')}
</form></section>`,
  }
}

const words = {
  title: { vi: 'Nhập, xuất', en: 'Import and export' },
  shop: { vi: 'Tiệm', en: 'Shop' },
  download: { vi: 'Tải về', en: 'Download' },
  offers: { vi: 'Bảng giá, mở bằng Excel (CSV)', en: 'Offers for a spreadsheet (CSV)' },
  offersHint: {
    vi: 'Gồm cả thay đổi chưa đăng của bạn. Sửa xong, lưu dạng “CSV UTF-8” rồi gửi lên ở dưới.',
    en: 'With your changes that are not published yet. Edit it, save it as “CSV UTF-8”, and send it below.',
  },
  folder: { vi: 'Toàn bộ thư mục nội dung (zip)', en: 'The whole content folder (zip)' },
  folderHint: {
    vi: 'Các tệp đang dùng, kể cả ảnh; để cất hoặc để sửa bằng máy tính.',
    en: 'The files in use, with the photos: to keep, or to edit on a computer.',
  },
  upload: { vi: 'Gửi lên', en: 'Upload' },
  uploadHint: {
    vi:
      'Dòng có cùng mã (id) hoặc cùng tên thì được sửa, dòng mới thì được thêm; món không có trong bảng vẫn giữ nguyên. ' +
      'Bạn xem lại mọi thay đổi trước khi đăng.',
    en:
      'Rows with a known id or name change that offer, other rows add one, and offers that are not in the table stay. ' +
      'You review all changes before you publish them.',
  },
  table: { vi: 'Bảng CSV', en: 'CSV file' },
  lines: {
    vi: 'Hoặc dán vào đây: mỗi dòng một món, hoặc chép từ bảng tính',
    en: 'Or paste here: one offer on each line, or cells of a spreadsheet',
  },
  send: { vi: 'Đưa vào nháp', en: 'Put into the draft' },
  empty: { vi: 'Hãy chọn bảng hoặc dán vài dòng.', en: 'Choose a file, or paste some lines.' },
  encoding: {
    vi: 'Tệp này không phải UTF-8. Trong Excel, hãy chọn Lưu thành → “CSV UTF-8”.',
    en: 'This file is not in UTF-8. In Excel, choose Save as → “CSV UTF-8”.',
  },
  tooLarge: { vi: 'Bảng này lớn hơn 2 MB.', en: 'This table has more than 2 MB.' },
  tooLargeFolder: {
    vi: 'Thư mục lớn hơn 100 MB. Hãy nhờ người quản lý máy chủ chép thư mục.',
    en: 'The folder has more than 100 MB. Ask the operator of the server for a copy.',
  },
} satisfies Record<string, LocalizedText>
