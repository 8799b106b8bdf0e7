/**
 * The site as it would be after the draft of an owner is published, rendered by the code of the site itself. It is for
 * reading only: other methods, forms and scripts are refused, so nothing can be booked in it.
 */

import { iconSizes } from '../../content/logo.ts'
import type { Shop } from '../../domain/trade/trade.ts'
import { methodNotAllowedReply } from '../../http/health.ts'
import { type Headers, isReadMethod, type Reply, type Request } from '../../http/message.ts'
import type { Handler } from '../../http/server.ts'
import type { ContentReloader, DeskContext } from '../context.ts'
import { plainReply, securityHeaders } from '../replies.ts'
import { digestOf } from './digest.ts'
import { createEditor, type Editor } from './editor.ts'
import { previewSitePath } from './paths.ts'
import { parsePhotoPath, pictureFolderPrefix } from './photos.ts'

export function isPreviewPath(path: string): boolean {
  return path === previewSitePath || path.startsWith(`${previewSitePath}/`)
}

/** Undefined if the draft has errors. The site of the last draft is stored, because a page loads many files. */
export function createPreviews(context: DeskContext, content: ContentReloader) {
  const editor = createEditor(context, content)
  let last: { version: string; site: Handler } | undefined
  const openSite = async (memberId: string): Promise<Handler | undefined> => {
    const texts = await editor.draftTexts(memberId)
    const version = digestOf([...texts])
    if (last?.version === version) return last.site
    const { shop } = await content.tryChanges(texts)
    if (!shop) return undefined
    const site = context.createSite(await withDraftPhotos(context, editor, shop, texts))
    last = { version, site }
    return site
  }
  return async (request: Request, memberId: string): Promise<Reply> => {
    const route = `${previewSitePath}/…`
    if (!isReadMethod(request.method)) return methodNotAllowedReply(request.method, route)
    const site = await openSite(memberId)
    if (!site) return plainReply(422, 'The draft has errors.', route)
    const path = request.path.slice(previewSitePath.length) || '/'
    const { accept = 'text/html', 'accept-language': language } = request.headers
    const headers = {
      ...{ host: new URL(context.base).host, accept },
      ...(language !== undefined && { 'accept-language': language }),
    }
    const target = request.query === '' ? path : `${path}?${request.query}`
    const reply = await site.handle({ ...request, method: 'GET', path, target, headers })
    return toPreview('encode' in reply ? decode(reply) : reply, route)
  }
}

/** The photos that guests see, except those that the draft replaces, and its own. */
async function withDraftPhotos(
  { shop, photoDesk }: DeskContext,
  { pictures }: Pick<Editor, 'pictures'>,
  next: Shop,
  texts: ReadonlyMap<string, string | null>,
): Promise<Shop> {
  const photos = new Map(shop.readyPhotos)
  for (const [file, digest] of texts) {
    const name = parsePhotoPath(file)
    if (name === undefined) continue
    const bytes = digest === null ? undefined : await pictures.load(digest)
    const photo = bytes && (await photoDesk?.convertDraft(name, bytes))
    if (photo) photos.set(name, photo)
    else if (digest === null && !hasOther(texts, file, name)) photos.delete(name)
  }
  return withDraftIcons(next.withPhotos(photos, []), pictures, texts)
}

/** The icons of the draft are stored by their digest, so the trial of its files has none of them. */
async function withDraftIcons(
  next: Shop,
  pictures: Editor['pictures'],
  texts: ReadonlyMap<string, string | null>,
): Promise<Shop> {
  const icons = new Map<string, Buffer>()
  for (const name of Object.keys(iconSizes)) {
    const digest = texts.get(pictureFolderPrefix + name)
    const bytes = digest ? await pictures.load(digest) : undefined
    if (bytes) icons.set(name, bytes)
  }
  const drawn = [...icons].map(([name, bytes]) => ({
    ...{ name, bytes },
    ...{ type: 'image/png', isServed: true },
  }))
  return { ...next, pictures: [...next.pictures, ...drawn] }
}

/** A photo with another ending replaces one of the same name. */
function hasOther(texts: ReadonlyMap<string, string | null>, file: string, name: string): boolean {
  return [...texts].some(
    ([other, text]) => other !== file && text !== null && parsePhotoPath(other) === name,
  )
}

type Encoded = Exclude<Awaited<ReturnType<Handler['handle']>>, Reply>

function decode(response: Encoded): Reply {
  const { body, headers } = response.encode('identity')
  const names = headers.filter((_, index) => index % 2 === 0)
  const pairs = names.map((name, index) => [name, headers[index * 2 + 1] ?? ''])
  return {
    status: response.status,
    headers: Object.fromEntries(pairs) as Headers,
    body,
  }
}

const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ')

/** Addresses of the site begin with a slash, and are below the preview here. */
function toPreview({ status, headers, body, stream }: Reply, route: string): Reply {
  if (stream) return plainReply(404, 'Not in a preview.', route)
  const type = String(headers['Content-Type'] ?? 'text/plain')
  const text = body.toString()
  const shown = type.startsWith('text/html')
    ? { body: moveLinks(text) }
    : type.startsWith('text/css')
      ? { body: text.replace(/url\((['"]?)\/(?!\/)/g, `url($1${previewSitePath}/`) }
      : { body }
  const location = headers.Location
  return {
    status,
    headers: {
      ...securityHeaders,
      'Content-Security-Policy': policy,
      'Content-Type': type,
      ...(typeof location === 'string' && { Location: moveLocation(location) }),
    },
    ...shown,
    route,
  }
}

function moveLocation(location: string): string {
  return location.startsWith('/') ? previewSitePath + location : location
}

/** The sandbox of the frame runs no scripts; the site works without them. */
function moveLinks(page: string): string {
  return page
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
    .replace(/ (href|src|action|poster)="\/(?!\/)/g, ` $1="${previewSitePath}/`)
    .replace(/ ((?:image)?srcset)="([^"]*)"/g, (_all, name: string, list: string) => {
      return ` ${name}="${list.replace(/(^|,\s*)\/(?!\/)/g, `$1${previewSitePath}/`)}"`
    })
}
