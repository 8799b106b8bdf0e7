/** What changes, whether it is valid, which bookings would no longer fit, and the publications before. */
import { formatIssue } from '../../content/content-errors.ts'
import type { Change } from '../../content/edit/describe-changes.ts'
import { isIconCopy } from '../../content/edit/file-changes.ts'
import { explainReadOnly } from '../../content/edit/write-files.ts'
import type { PendingFile } from '../../domain/editor/drafts.ts'
import { beforeAll, maxPublications, type Publications } from '../../domain/editor/publications.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { type Html, html } from '../../ui/html.ts'
import {
  disclosure,
  emptyText,
  hiddenInput,
  itemList,
  postButton,
  submitButton,
} from '../components.ts'
import type { ContentTrial, DeskContext } from '../context.ts'
import { digestOf } from '../editor/digest.ts'
import type { Editor } from '../editor/editor.ts'
import { userErrorNotice } from '../editor/messages.ts'
import { onlinePath, previewPath, publishPath, shopPath } from '../editor/paths.ts'
import { formatDay, formatTimestamp } from '../labels.ts'
import type { Notice, Screen, ScreenPage, ScreenRequest } from '../screen.ts'

const discardPath = `${publishPath}/discard`
const restorePath = `${publishPath}/restore`

export function shopPublishScreens(context: DeskContext, editor: Editor): Screen[] {
  const { drafts, publications, content } = editor
  /** What the owner can act on is said on the page itself. */
  const run = async (request: ScreenRequest, action: () => Promise<void>, next: string) => {
    try {
      await action()
    } catch (error) {
      const notice = userErrorNotice(error, request.locale)
      return { ...(await renderPage(context, editor, request, notice)), status: 409 }
    }
    return { seeOther: next }
  }
  const toPage = async () => ({ seeOther: publishPath })
  return [
    {
      path: publishPath,
      isOwnerOnly: true,
      show: (request) =>
        renderPage(
          context,
          editor,
          request,
          request.query.has('published') ? publishedNotice(request.locale) : undefined,
        ),
      async submit(request) {
        const { member, form, locale } = request
        const files = (await drafts.list(member.id)).filter(({ isConflict }) => !isConflict)
        const trial = await content.tryChanges(toTexts(files))
        // Another page showed other changes or other bookings.
        const isSame = form.get('was') === digestOf([files, trial.conflicts ?? []])
        if (files.length === 0) return toPage()
        if (!isSame)
          return {
            ...(await renderPage(context, editor, request, changedNotice(locale))),
            status: 409,
          }
        if (trial.errors.length > 0)
          return { ...(await renderPage(context, editor, request)), status: 422 }
        const hasConflicts = (trial.conflicts ?? []).length > 0
        const publish = async () => {
          await publications.publish(member, files)
          await content.reload(hasConflicts ? `staff:${member.id}` : undefined)
        }
        return run(request, publish, `${publishPath}?published`)
      },
    },
    {
      path: discardPath,
      isOwnerOnly: true,
      show: toPage,
      async submit({ form, member }) {
        await drafts.discard(member.id, form.get('file') ?? undefined)
        return { seeOther: publishPath }
      },
    },
    {
      path: restorePath,
      isOwnerOnly: true,
      show: toPage,
      submit: (request) =>
        run(
          request,
          () => publications.restore(request.member, request.form.get('id') ?? ''),
          publishPath,
        ),
    },
  ]
}

function toTexts(files: readonly PendingFile[]): Map<string, string | null> {
  return new Map(files.map(({ file, text }) => [file, text]))
}

async function renderPage(
  context: DeskContext,
  editor: Editor,
  { member, locale }: ScreenRequest,
  notice?: Notice,
): Promise<ScreenPage> {
  const { now } = context
  const all = await editor.drafts.list(member.id)
  const files = all.filter(({ isConflict }) => !isConflict)
  const readOnly = explainReadOnly(editor.content.folder)
  const warning: Notice | undefined = readOnly && {
    tone: 'problem',
    body: html`<p>${readOnly[locale]}</p>`,
  }
  const shown = notice ?? warning
  return {
    title: words.title[locale],
    tab: shopPath,
    disableAutoRefresh: true,
    ...(shown && { notice: shown }),
    body: html`<p><a href="${shopPath}">← ${words.shop[locale]}</a></p>
<h1>${words.title[locale]}</h1>
<section>
<h2>${words.changes[locale]}</h2>
${all.length === 0 ? emptyText(words.noChanges[locale]) : itemList(all.flatMap((file) => changeLines(file, locale)))}
</section>
${all.filter(({ isConflict }) => isConflict).map((file) => conflictBox(file, locale))}
${files.length > 0 && trialSection(await editor.content.tryChanges(toTexts(files)), files, now(), locale)}
${all.length > 0 && postButton(discardPath, words.discard[locale])}
${await historySection(context, editor.publications, locale)}`,
  }
}

function changeLines({ changes, file, isConflict }: PendingFile, locale: Locale): Html[] {
  if (isIconCopy(file)) return []
  const lines = changes.length > 0 ? changes : [{ place: { vi: file, en: file } }]
  return lines.map((change) => changeLine(change, locale, isConflict))
}

function changeLine({ place, before, after }: Change, locale: Locale, isHeld = false): Html {
  return html`<li><span><b>${capitalize(place[locale])}</b><br>
${before && html`<del>${before[locale]}</del> → `}${after ? html`<ins>${after[locale]}</ins>` : words.emptied[locale]}
${isHeld && html`<br><span class="hint">${words.held[locale]}</span>`}</span></li>`
}

function capitalize(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1)
}

/** A file that was changed elsewhere in the same places. */
function conflictBox({ file }: PendingFile, locale: Locale): Html {
  const text = {
    vi: `Tệp ${file} đã được sửa ngoài bản nháp này, ở cùng chỗ. Quầy không ghi đè.`,
    en: `The file ${file} was changed elsewhere, in the same places. The desk does not overwrite it.`,
  }
  return html`<div class="notice problem" role="alert"><p>${text[locale]}</p>
${postButton(discardPath, words.takeTheirs[locale], { fields: { file } })}</div>`
}

function trialSection(
  trial: ContentTrial,
  files: readonly PendingFile[],
  now: number,
  locale: Locale,
): Html {
  if (!trial.shop) {
    return html`<section><h2>${words.check[locale]}</h2><p>${words.invalid[locale]}</p>
${itemList(trial.errors.map((error) => html`<li>${formatIssue(error, locale)}</li>`))}</section>`
  }
  const { conflicts } = trial
  const lines = conflicts.map(
    ({ code, date, time, reason }) =>
      html`<li><a href="/bookings/${code}"><b>${formatDay(date, now, locale)}, ${time}</b> · ${code}</a>
<span>${reason[locale]}</span></li>`,
  )
  const label = conflicts.length > 0 ? words.publishAnyway : words.publish
  return html`<section><h2>${words.check[locale]}</h2>
<p>${words.valid[locale]}</p>
${
  conflicts.length === 0
    ? html`<p>${words.allFit[locale]}</p>`
    : html`<p><b>${words.conflicts[locale]}</b></p>
${itemList(lines)}`
}
<p><a class="button" href="${previewPath}">${words.preview[locale]}</a></p>
<form method="post" action="${publishPath}" class="edit-form">
${hiddenInput('was', digestOf([files, conflicts]))}${submitButton(label[locale], 'main')}</form>
</section>`
}

async function historySection(
  { now, actorName }: DeskContext,
  publications: Publications,
  locale: Locale,
): Promise<Html | false> {
  const all = await publications.list()
  if (all.length === 0) return false
  const lines = await Promise.all(
    all.map(async ({ id, publishedAtMs, actor, changes }, index) => {
      const who = await actorName(actor, locale)
      return html`<li><div><b>${formatTimestamp(publishedAtMs, now(), locale)}</b> ·
${who}${publishedChanges(changes, locale)}</div>
<div class="actions">${index > 0 ? restoreButton(id, locale) : html`<span class="hint">${words.current[locale]}</span>`}
</div></li>`
    }),
  )
  lines.push(html`<li><span class="hint">${words.beforeAll[locale]}</span>
<div class="actions">${restoreButton(beforeAll, locale)}</div></li>`)
  return html`<section><h2>${words.history[locale]}</h2>
<p class="hint">${historyHint[locale]}</p>${itemList(lines)}</section>`
}

function restoreButton(id: string, locale: Locale): Html {
  return postButton(restorePath, words.restore[locale], { fields: { id } })
}

/** The first change, and all of them behind it. */
function publishedChanges(changes: readonly Change[], locale: Locale): Html | false {
  const [first, ...others] = changes
  if (!first) return false
  const after = first.after ? `: ${first.after[locale]}` : ''
  const text = `${capitalize(first.place[locale])}${after}`
  if (others.length === 0) return html`<br><span class="hint">${text}</span>`
  const lines = changes.map((change) => changeLine(change, locale))
  return disclosure(`${text} (+${others.length})`, itemList(lines))
}

const historyHint: LocalizedText = {
  vi: `Giữ ${maxPublications} lần đăng gần nhất. “Về bản này” đưa mọi chỗ về như ngay sau lần đăng đó; bạn xem lại rồi mới đăng.`,
  en: `The last ${maxPublications} publications are stored. “Return to this” restores everything as it was right after it; you review it before you publish.`,
}

function publishedNotice(locale: Locale): Notice {
  return {
    tone: 'good',
    body: html`<p>${words.published[locale]} <a href="${onlinePath}">${words.online[locale]}</a></p>`,
  }
}

function changedNotice(locale: Locale): Notice {
  return { tone: 'problem', body: html`<p>${words.changedSince[locale]}</p>` }
}

const words = {
  title: { vi: 'Xem và đăng', en: 'Review and publish' },
  shop: { vi: 'Tiệm', en: 'Shop' },
  changes: { vi: 'Có gì đổi', en: 'What changes' },
  noChanges: { vi: 'Không có thay đổi nào chưa đăng.', en: 'There is nothing to publish.' },
  emptied: { vi: 'để trống', en: 'left empty' },
  held: { vi: 'chưa đăng được: đã đổi ở nơi khác', en: 'cannot be published: changed elsewhere' },
  takeTheirs: { vi: 'Bỏ thay đổi của tôi ở tệp này', en: 'Discard my changes of this file' },
  check: { vi: 'Kiểm tra', en: 'Check' },
  valid: { vi: 'Không có lỗi.', en: 'No errors.' },
  invalid: {
    vi: 'Chưa đăng được: có chỗ cần sửa.',
    en: 'This cannot be published yet: something needs a change.',
  },
  allFit: { vi: 'Mọi lượt đã đặt vẫn phù hợp.', en: 'All bookings still fit.' },
  conflicts: {
    vi: 'Những lượt đặt này sẽ không còn khớp. Hãy gọi khách để dời, hoặc vẫn đăng:',
    en: 'These bookings would no longer fit. Call the guests to move them, or publish anyway:',
  },
  preview: { vi: 'Xem thử trên khung điện thoại', en: 'Preview in a phone frame' },
  publish: { vi: 'Đăng', en: 'Publish' },
  publishAnyway: { vi: 'Vẫn đăng', en: 'Publish anyway' },
  discard: { vi: 'Bỏ mọi thay đổi chưa đăng', en: 'Discard all changes' },
  history: { vi: 'Đã đăng', en: 'Published' },
  restore: { vi: 'Về bản này', en: 'Return to this' },
  beforeAll: { vi: 'Trước các lần đăng này', en: 'Before these publications' },
  current: { vi: 'mới nhất', en: 'latest' },
  published: { vi: 'Đã đăng. Khách thấy ngay.', en: 'Published. Guests see it now.' },
  online: { vi: 'Còn gì để đưa tiệm lên mạng?', en: 'What is left before going online?' },
  changedSince: {
    vi: 'Có thay đổi mới kể từ lúc mở trang này. Hãy xem lại rồi đăng.',
    en: 'Something has changed since this page was opened. Review it and publish again.',
  },
} satisfies Record<string, LocalizedText>
