/**
 * The site as it would be after the draft of an owner is published, rendered by the code of the site itself. It is for
 * reading only: other methods, forms and scripts are refused, so nothing can be booked in it.
 */
import { setTimeout as pause } from 'node:timers/promises'
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

export type Previews = {
  show(request: Request, memberId: string): Promise<Reply>
  /** Whether the site of the draft can be shown after a short wait. It waits for photos that are being converted. */
  isReady(memberId: string): Promise<boolean>
}

const maxWaitMs = 5_000

export function createPreviews(context: DeskContext, content: ContentReloader): Previews {
  const editor = createEditor(context, content)
  // A page loads many files, and photos may take long to convert on a busy machine.
  let last: { version: string; site: Promise<Handler | undefined> } | undefined
  const createSite = async (texts: ReadonlyMap<string, string | null>) => {
    const { shop } = await content.tryChanges(texts)
    return shop && context.createSite(await withDraftPhotos(context, editor, shop, texts))
  }
  /** Undefined if the draft has errors. */
  const openSite = async (memberId: string): Promise<Handler | undefined> => {
    const texts = await editor.draftTexts(memberId)
    const version = digestOf([...texts])
    if (last?.version === version) return last.site
    const opened = { version, site: createSite(texts) }
    last = opened
    const discard = () => {
      if (last === opened) last = undefined
    }
    opened.site.then((site) => site ?? discard(), discard)
    return opened.site
  }
  const show = async (request: Request, memberId: string): Promise<Reply> => {
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
  return {
    show,
    async isReady(memberId) {
      const timer = new AbortController()
      const waited = pause(maxWaitMs, false, { signal: timer.signal }).catch(() => false)
      const opened = openSite(memberId).then(() => true)
      return Promise.race([opened, waited]).finally(() => timer.abort())
    },
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
