/** One photo: taken with the camera or chosen from the gallery of the phone, cropped, described, or removed. */

import { photoCropShapes, photoFocuses } from '../../content/photo.ts'
import { maxPhotoBytes } from '../../content/photo-files.ts'
import { toSlug } from '../../content/proposals/closest-word.ts'
import type { PhotoDesk } from '../../content/share-image.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { type Html, html } from '../../ui/html.ts'
import { hiddenInput, postButton, problemNotice, submitButton } from '../components.ts'
import type { DeskContext } from '../context.ts'
import { draftBar } from '../editor/draft-bar.ts'
import { draftVersion, type Editor } from '../editor/editor.ts'
import { type FormContext, memberField } from '../editor/field-form.ts'
import { photoProblemTexts, rejectedNotice, userErrorNotice } from '../editor/messages.ts'
import {
  newGalleryPhoto,
  photoFilePath,
  photoPath,
  photosPath,
  photoUrl,
  shopPath,
  thumbnailUrl,
} from '../editor/paths.ts'
import {
  altFieldOf,
  changeAlt,
  listPlaces,
  loadAlt,
  loadPhotos,
  pictureFolderPrefix,
  readCrop,
  smallFile,
} from '../editor/photos.ts'
import type { Notice, Screen, ScreenRequest, ScreenResult } from '../screen.ts'

const removePath = `${photoPath}/remove`

/** The other fields of the form are short. */
const maxBodyBytes = maxPhotoBytes + 64 * 1024

export function shopPhotoScreens(
  context: DeskContext,
  editor: Editor,
  photoDesk: PhotoDesk,
): Screen[] {
  const { shop } = context
  const opened = ({ query }: ScreenRequest) => findName(query.get('name'))
  return [
    {
      path: photoPath,
      isOwnerOnly: true,
      maxBodyBytes,
      async show(request) {
        const name = opened(request)
        return name === undefined
          ? { seeOther: photosPath }
          : renderPhoto(context, editor, name, request, {})
      },
      async submit(request) {
        const name = opened(request)
        return name === undefined
          ? { seeOther: photosPath }
          : savePhoto(context, editor, photoDesk, name, request)
      },
    },
    {
      path: removePath,
      isOwnerOnly: true,
      show: async () => ({ seeOther: photosPath }),
      async submit(request) {
        const { form, member, locale } = request
        const name = findName(form.get('name'))
        const state = (await loadPhotos(editor, shop, member.id)).get(name ?? '')
        if (name === undefined || !state) return { seeOther: photosPath }
        const texts = await changeAlt(editor, shop, { memberId: member.id, name })
        for (const file of state.files) texts.set(file, null)
        const issues = await editor.saveTexts(member.id, texts)
        if (issues.length === 0) return { seeOther: photosPath }
        const notice = rejectedNotice(issues, locale)
        return { ...(await renderPhoto(context, editor, name, request, { notice })), status: 409 }
      },
    },
    {
      path: photoFilePath,
      isOwnerOnly: true,
      async show({ query, member }): Promise<ScreenResult> {
        const name = query.get('name') ?? ''
        const digest = (await loadPhotos(editor, shop, member.id)).get(name)?.digest
        const own = digest === undefined ? undefined : await editor.pictures.load(digest)
        if (own) return { picture: { type: 'image/jpeg', bytes: own } }
        const file = smallFile(shop, name, Number(query.get('width') ?? 0))
        const bytes = file === undefined ? undefined : await photoDesk.read(file)
        if (bytes) return { picture: { type: 'image/webp', bytes } }
        return { picture: { type: 'image/svg+xml', bytes: emptyPicture } }
      },
    },
  ]
}

/** While a photo is being converted. */
const emptyPicture = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>')

function findName(name: string | null): string | undefined {
  const own = name?.replace(/^gallery\//, '') ?? ''
  return name !== null && own !== '' && toSlug(own) === own ? name : undefined
}

async function savePhoto(
  context: DeskContext,
  editor: Editor,
  { importPhoto }: PhotoDesk,
  opened: string,
  request: ScreenRequest,
): Promise<ScreenResult> {
  const { shop } = context
  const { form, uploads, member, locale } = request
  const again = async (status: number, notice: Notice) => ({
    ...(await renderPhoto(context, editor, opened, request, { typed: form, notice })),
    status,
  })
  if (request.request.isBodyTooLarge) return again(413, problemNotice(words.tooLarge[locale]))
  const photos = await loadPhotos(editor, shop, member.id)
  const title = toSlug(form.get('title') ?? '')
  const name = opened === newGalleryPhoto ? `gallery/${title}` : opened
  if (opened === newGalleryPhoto && (title === '' || photos.has(name)))
    return again(422, problemNotice(words[title === '' ? 'noTitle' : 'sameTitle'][locale]))
  const texts = await changeAlt(editor, shop, { memberId: member.id, name, form })
  const upload = uploads.get('photo')
  if (!upload && texts.size === 0) return again(422, problemNotice(words.noPhoto[locale]))
  if (!upload && !photos.has(name)) return again(422, problemNotice(words.noPhoto[locale]))
  if (upload && upload.length > maxPhotoBytes)
    return again(413, problemNotice(words.tooLarge[locale]))
  if (upload) {
    const { bytes, problem } = await importPhoto(upload, readCrop(form))
    if (problem !== undefined) return again(422, problemNotice(photoProblemTexts[problem][locale]))
    for (const file of photos.get(name)?.files ?? []) texts.set(file, null)
    texts.set(`${pictureFolderPrefix}${name}.jpg`, await editor.pictures.save(bytes))
  }
  try {
    const issues = await editor.saveTexts(member.id, texts)
    if (issues.length > 0) return again(422, rejectedNotice(issues, locale))
  } catch (error) {
    return again(409, userErrorNotice(error, locale))
  }
  return { seeOther: photoUrl(name) }
}

type Shown = { typed?: URLSearchParams; notice?: Notice }

async function renderPhoto(
  { shop }: DeskContext,
  editor: Editor,
  name: string,
  { member, locale }: ScreenRequest,
  { typed, notice }: Shown,
) {
  const state = (await loadPhotos(editor, shop, member.id)).get(name)
  const alt = typed
    ? { vi: typed.get('alt.vi') ?? '', en: typed.get('alt.en') ?? '' }
    : await loadAlt(editor, member.id, name)
  const { languages } = shop
  const formContext: FormContext = {
    ...{ locale, languages },
    errors: new Map(),
    optionsOf: () => [],
  }
  const title = titleOf(shop, name, locale)
  return {
    title,
    tab: shopPath,
    disableAutoRefresh: true,
    ...(notice && { notice }),
    body: html`<p><a href="${photosPath}">← ${words.photos[locale]}</a></p>
<h1>${title}</h1>
${await draftBar(editor, member.id, locale)}
${
  state &&
  html`<p><img class="photo-now" src="${thumbnailUrl(name, 800)}" alt="${words.current[locale]}"></p>
<p class="hint">${words[state.digest ? 'inDraft' : 'shown'][locale]}</p>`
}
<form method="post" action="${photoUrl(name)}" enctype="multipart/form-data" class="edit-form">
${hiddenInput('was', await draftVersion(editor, member.id))}
${name === newGalleryPhoto && titleField(typed?.get('title') ?? '', locale)}
<div class="edit-field"><label for="field-photo">${words[state ? 'replace' : 'choose'][locale]}</label>
<input id="field-photo" name="photo" type="file" accept="image/jpeg,image/png,image/webp,image/avif">
<p class="hint">${words.hint[locale]}</p></div>
${cropFields(typed, locale)}
${memberField('alt', altFieldOf(shop), alt, formContext)}
${submitButton(words.save[locale], 'main')}
</form>
${state && postButton(removePath, words.remove[locale], { fields: { name } })}`,
  }
}

function titleOf(shop: DeskContext['shop'], name: string, locale: Locale): string {
  if (name === newGalleryPhoto) return words.newPhoto[locale]
  const { pages, offers } = listPlaces(shop)
  const place = [...pages, ...offers].find((one) => one.name === name)
  const text = place?.title[locale] ?? name.replace(/^gallery\//, '').replaceAll('-', ' ')
  return `${words.photo[locale]}: ${text}`
}

function titleField(typed: string, locale: Locale): Html {
  return html`<div class="edit-field"><label for="field-title">${words.name[locale]}</label>
<input id="field-title" name="title" type="text" value="${typed}" maxlength="60" required></div>`
}

function cropFields(typed: URLSearchParams | undefined, locale: Locale): Html {
  const crop = readCrop(typed ?? new URLSearchParams())
  const shapes = photoCropShapes.map((shape) =>
    radio('shape', shape, shapeNames[shape][locale], shape === crop.shape),
  )
  const focuses = photoFocuses.map((focus) =>
    radio('focus', focus, focusNames[focus][locale], focus === crop.focus),
  )
  return html`<fieldset class="edit-field"><legend>${words.crop[locale]}</legend>
<div class="ticks">${shapes}</div></fieldset>
<fieldset class="edit-field"><legend>${words.focus[locale]}</legend>
<div class="focus-grid">${focuses}</div></fieldset>`
}

function radio(name: string, value: string, label: string, isChosen: boolean): Html {
  return html`<label class="tick"><input type="radio" name="${name}"
  value="${value}"${isChosen && html` checked`}>${label}</label>`
}

const shapeNames: Readonly<Record<(typeof photoCropShapes)[number], LocalizedText>> = {
  whole: { vi: 'Giữ cả ảnh', en: 'Whole photo' },
  card: { vi: '4:3, như trên trang', en: '4:3, as on the site' },
  square: { vi: 'Vuông', en: 'Square' },
}

const focusNames: Readonly<Record<(typeof photoFocuses)[number], LocalizedText>> = {
  'left top': { vi: 'Trên trái', en: 'Top left' },
  top: { vi: 'Trên', en: 'Top' },
  'right top': { vi: 'Trên phải', en: 'Top right' },
  left: { vi: 'Trái', en: 'Left' },
  center: { vi: 'Giữa', en: 'Middle' },
  right: { vi: 'Phải', en: 'Right' },
  'left bottom': { vi: 'Dưới trái', en: 'Bottom left' },
  bottom: { vi: 'Dưới', en: 'Bottom' },
  'right bottom': { vi: 'Dưới phải', en: 'Bottom right' },
}

const words = {
  photos: { vi: 'Ảnh', en: 'Photos' },
  photo: { vi: 'Ảnh', en: 'Photo' },
  newPhoto: { vi: 'Thêm ảnh vào bộ ảnh', en: 'Add a photo to the gallery' },
  current: { vi: 'Ảnh hiện tại', en: 'The current photo' },
  shown: { vi: 'Khách đang thấy ảnh này.', en: 'Guests see this photo.' },
  inDraft: { vi: 'Ảnh mới, chưa đăng.', en: 'New photo, not published yet.' },
  choose: { vi: 'Chụp hoặc chọn ảnh', en: 'Take or choose a photo' },
  replace: { vi: 'Chụp hoặc chọn ảnh khác', en: 'Take or choose another photo' },
  hint: {
    vi: 'JPEG, PNG, WebP hoặc AVIF, nhiều nhất 25 MB. Nơi chụp và tên máy được xoá khỏi ảnh.',
    en: 'JPEG, PNG, WebP or AVIF, at most 25 MB. The place and the device are removed from the photo.',
  },
  name: { vi: 'Tên ảnh', en: 'Name of the photo' },
  crop: { vi: 'Cắt ảnh mới', en: 'Crop the new photo' },
  focus: { vi: 'Nếu cắt, giữ phần', en: 'If cropped, keep the part' },
  save: { vi: 'Lưu nháp', en: 'Save draft' },
  remove: { vi: 'Bỏ ảnh này', en: 'Remove this photo' },
  noPhoto: { vi: 'Hãy chụp hoặc chọn một ảnh.', en: 'Take or choose a photo.' },
  noTitle: { vi: 'Hãy đặt tên cho ảnh.', en: 'Name the photo.' },
  sameTitle: {
    vi: 'Bộ ảnh đã có ảnh tên này. Hãy đặt tên khác.',
    en: 'The gallery has a photo with this name. Choose another name.',
  },
  tooLarge: {
    vi: 'Ảnh này nặng hơn 25 MB. Hãy gửi ảnh qua Zalo cho chính mình rồi dùng bản đó, hoặc lưu thành JPEG.',
    en: 'This photo has more than 25 MB. Save it as JPEG, or send it to yourself in a chat app and use that copy.',
  },
} satisfies Record<string, LocalizedText>
