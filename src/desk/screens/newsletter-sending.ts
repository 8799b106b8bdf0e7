/** The newsletter: which article is sent, a preview, a test to the shop, and how far a sending has come. */
import { markdownToText } from '../../content/markdown.ts'
import { articleEmail } from '../../domain/messages/newsletter-article.ts'
import { countSubscribers } from '../../domain/newsletter/export.ts'
import { type ArticleTexts, listSendings, type Sending } from '../../domain/newsletter/rows.ts'
import {
  countDeliveries,
  emailsPerMinute,
  resumeSending,
  sendTest,
  startSending,
  stopSending,
} from '../../domain/newsletter/sendings.ts'
import { forEachLocale, type Locale, type LocalizedText } from '../../kernel/locale.ts'
import { type Html, html } from '../../ui/html.ts'
import { itemList, postButton, problemNotice } from '../components.ts'
import type { DeskContext } from '../context.ts'
import { formatTimestamp } from '../labels.ts'
import type { Screen, ScreenPage } from '../screen.ts'

const path = '/newsletter'
const sendingsUrl = '/subscribers#sendings'

/** Only where emails can be sent and guests can subscribe. */
function canSendNewsletter({ channels, shop }: DeskContext): boolean {
  const hasMail = channels.list.some(
    ({ name, listTargets }) => name === 'guest-mail' && listTargets !== undefined,
  )
  return hasMail && shop.business.consent.newsletter !== undefined && shop.articles.length > 0
}

export function newsletterScreens(context: DeskContext): Screen[] {
  const { store, now } = context
  const owner = { isOwnerOnly: true } as const
  const articleOf = (slug: string) =>
    canSendNewsletter(context) ? context.shop.articles.find((one) => one.slug === slug) : undefined
  /** Also for the rest of a sending, which was confirmed when it began. */
  const sendingScreen = (action: string, run: typeof stopSending): Screen => ({
    ...owner,
    path: `${path}/{id}/${action}`,
    show: async () => ({ seeOther: sendingsUrl }),
    async submit({ pathParams: { id = '' }, member }) {
      await run(store, id, `staff:${member.id}`, now)
      return { seeOther: sendingsUrl }
    },
  })
  return [
    sendingScreen('stop', stopSending),
    sendingScreen('resume', resumeSending),
    {
      ...owner,
      path: `${path}/{slug}`,
      async show({ pathParams: { slug = '' }, query, locale }) {
        const article = articleOf(slug)
        if (!article) return { seeOther: '/subscribers' }
        return previewPage(context, slug, { wasTested: query.has('tested') }, locale)
      },
    },
    {
      ...owner,
      path: `${path}/{slug}/test`,
      show: async ({ pathParams: { slug = '' } }) => ({ seeOther: `${path}/${slug}` }),
      async submit({ pathParams: { slug = '' }, member }) {
        const article = articleOf(slug)
        if (!article) return { seeOther: '/subscribers' }
        const sending = { article: slug, texts: textsOf(article) }
        await sendTest(store, sending, `staff:${member.id}`, now)
        return { seeOther: `${path}/${slug}?tested=1` }
      },
    },
    {
      ...owner,
      needsFreshSignIn: true,
      path: `${path}/{slug}/send`,
      show: async ({ pathParams: { slug = '' } }) => ({ seeOther: `${path}/${slug}` }),
      async submit({ pathParams: { slug = '' }, member, locale }) {
        const article = articleOf(slug)
        if (!article) return { seeOther: '/subscribers' }
        const sending = { article: slug, texts: textsOf(article) }
        const id = await startSending(store, sending, `staff:${member.id}`, now)
        if (id !== undefined) return { seeOther: sendingsUrl }
        const page = await previewPage(context, slug, {}, locale)
        return { ...page, status: 409, notice: problemNotice(words.sentBefore[locale]) }
      },
    },
  ]
}

type Article = DeskContext['shop']['articles'][number]

function textsOf(article: Article): ArticleTexts {
  return forEachLocale((locale) => {
    const { head, body } = article[locale]
    return { title: head.title, text: `${head.description}\n\n${paragraphsOf(body)}` }
  })
}

/** The text of a Markdown source, paragraph by paragraph. */
function paragraphsOf(markdown: string): string {
  return (
    markdown
      .split(/\n{2,}/)
      // A link in a sentence leaves a space before the next sign.
      .map((source) => markdownToText(source).replace(/ ([,.;:!?)])/g, '$1'))
      .filter((text) => text !== '')
      .join('\n\n')
  )
}

async function previewPage(
  context: DeskContext,
  slug: string,
  { wasTested = false }: { wasTested?: boolean },
  locale: Locale,
): Promise<ScreenPage> {
  const { shop, store, base } = context
  const article = shop.articles.find((one) => one.slug === slug)
  if (!article) return { title: words.title[locale], body: html`` }
  const { confirmed } = await countSubscribers(store.read)
  const { email } = shop.business
  const previews = shop.languages.map((language) => {
    const message = articleEmail(
      { business: shop.business, base },
      { article: slug, texts: textsOf(article) },
      { greeting: '…', unsubscribeUrl: `${base}/newsletter/leave` },
      language,
    )
    return html`<section lang="${language}"><h2>${message.title}</h2><pre class="copy">${message.text}</pre></section>`
  })
  const tested = wasTested && html`<p class="good">${words.tested[locale]} ${email}</p>`
  return {
    title: words.title[locale],
    tab: '/subscribers',
    body: html`<p><a href="/subscribers">← ${words.back[locale]}</a></p>
<h1>${words.title[locale]}: ${article[locale].head.title}</h1>
${tested}
<div class="actions">
${email !== undefined && postButton(`${path}/${slug}/test`, `${words.test[locale]} ${email}`)}
${confirmed > 0 && postButton(`${path}/${slug}/send`, `${words.send[locale]} (${confirmed})`, { tone: 'main' })}
</div>
<p class="hint">${words.rate[locale]}</p>
${previews}`,
  }
}

/** For the screen of the subscribers. */
export async function sendingSection(
  context: DeskContext,
  locale: Locale,
): Promise<Html | undefined> {
  if (!canSendNewsletter(context)) return undefined
  const { shop, store } = context
  const articles = shop.articles.map(
    ({ slug, ...article }) =>
      html`<li><a href="${path}/${slug}">${article[locale].head.title}</a></li>`,
  )
  const sendings = await listSendings(store.read)
  const lines = await Promise.all(sendings.map((one) => sendingLine(context, one, locale)))
  return html`<section><h2>${words.choose[locale]}</h2>${itemList(articles)}</section>
${lines.length > 0 && html`<section id="sendings"><h2>${words.sendings[locale]}</h2>${itemList(lines)}</section>`}`
}

async function sendingLine(
  { store, now }: DeskContext,
  { id, texts, queued, created_at, finished_at, isStopped }: Sending,
  locale: Locale,
): Promise<Html> {
  const { sent, failed } = await countDeliveries(store.read, id)
  const isRunning = finished_at === null
  const state = isRunning ? words.running : words[isStopped ? 'stopped' : 'finished']
  const failures =
    failed > 0 && html` · <a href="/channels#dead">${words.failed[locale]}: ${failed}</a>`
  return html`<li><b>${texts[locale].title}</b><br>
<span class="muted">${formatTimestamp(created_at, now(), locale)} · ${state[locale]} · ${words.queued[locale]}:
${queued} · ${words.sent[locale]}: ${sent}${failures}</span>
${isRunning && postButton(`${path}/${id}/stop`, words.stop[locale], { tone: 'undo' })}
${isStopped && postButton(`${path}/${id}/resume`, words.resume[locale], { tone: 'undo' })}</li>`
}

const words = {
  title: { vi: 'Gửi bản tin', en: 'Send the newsletter' },
  back: { vi: 'Bản tin', en: 'Newsletter' },
  choose: { vi: 'Gửi một bài viết', en: 'Send an article' },
  sendings: { vi: 'Đã gửi', en: 'Sendings' },
  test: { vi: 'Gửi thử tới', en: 'Send a test to' },
  tested: { vi: 'Đã gửi thử tới', en: 'A test was sent to' },
  send: { vi: 'Gửi cho người đã xác nhận', en: 'Send to confirmed subscribers' },
  rate: {
    vi: `Thư đi dần, ${emailsPerMinute} thư mỗi phút. Người huỷ nhận trước khi thư đi thì không nhận nữa.`,
    en: `The emails are sent gradually, ${emailsPerMinute} a minute. Those who unsubscribe before theirs is sent do not get it.`,
  },
  sentBefore: {
    vi: 'Bài này đã được gửi trong vòng một ngày qua.',
    en: 'This article was already sent within the last day.',
  },
  running: { vi: 'đang gửi', en: 'in progress' },
  finished: { vi: 'đã xếp hàng hết', en: 'all queued' },
  stopped: { vi: 'đã dừng', en: 'stopped' },
  stop: { vi: 'Dừng gửi', en: 'Stop sending' },
  resume: { vi: 'Gửi tiếp cho những người còn lại', en: 'Go on with those who are left' },
  queued: { vi: 'đã xếp hàng', en: 'queued' },
  sent: { vi: 'đã đi', en: 'delivered' },
  failed: { vi: 'không gửi được', en: 'failed' },
} satisfies Record<string, LocalizedText>
