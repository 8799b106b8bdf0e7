/** What remains to be done before guests find the shop on the web, and what is done already. */
import { explainReadOnly } from '../../content/edit/write-files.ts'
import { isProgramFolder } from '../../content/sample.ts'
import { bookingPath } from '../../domain/booking/url.ts'
import { listBackups } from '../../domain/integrity/backup-log.ts'
import { program } from '../../kernel/command-line.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { plural } from '../../kernel/plural.ts'
import { type Html, html } from '../../ui/html.ts'
import type { DeskContext } from '../context.ts'
import type { Editor } from '../editor/editor.ts'
import { onlinePath, publishPath, samplesUrl, setupPath, shopPath } from '../editor/paths.ts'
import { formatTimestamp } from '../labels.ts'
import type { Screen, ScreenPage, ScreenRequest } from '../screen.ts'
import { listLeftovers } from '../setup/leftovers.ts'
import { openSetup } from '../setup/state.ts'

type Task = {
  title: LocalizedText
  isDone: boolean
  /** What is there, or what to do. */
  text: LocalizedText
  link?: { url: string; label: LocalizedText }
}

export function shopOnlineScreen(context: DeskContext, editor: Editor): Screen {
  return {
    path: onlinePath,
    isOwnerOnly: true,
    show: (request) => renderPage(context, editor, request),
  }
}

async function renderPage(
  context: DeskContext,
  editor: Editor,
  { member, locale }: ScreenRequest,
): Promise<ScreenPage> {
  const tasks = [
    ...(await contentTasks(context, editor, member.id, locale)),
    ...addressTasks(context),
    ...(await messageTasks(context)),
    ...(await safetyTasks(context, locale)),
  ]
  const left = tasks.filter(({ isDone }) => !isDone).length
  const site = new URL(bookingPath, context.base).href
  return {
    title: words.title[locale],
    tab: shopPath,
    body: html`<p><a href="${setupPath}">← ${words.setup[locale]}</a></p>
<h1>${words.title[locale]}</h1>
<p>${countText(left)[locale]} ${words.docs[locale]}</p>
<ul class="item-list setup-steps">${tasks.map((task) => taskLine(task, locale))}</ul>
<p><a class="button" href="${site}">${words.tryBooking[locale]}</a></p>
<p class="hint">${words.tryHint[locale]}</p>`,
  }
}

function taskLine({ title, isDone, text, link }: Task, locale: Locale): Html {
  const state = words[isDone ? 'done' : 'open'][locale]
  return html`<li><span class="setup-mark${isDone && ' done'}" role="img"
  aria-label="${state}">${isDone ? '✓' : '–'}</span>
<span class="setup-what"><b>${title[locale]}</b><br><span class="hint">${text[locale]}</span></span>
${
  link &&
  html`<a class="button" href="${link.url}"
  aria-label="${link.label[locale]}: ${title[locale]}">${link.label[locale]}</a>`
}</li>`
}

async function contentTasks(
  context: DeskContext,
  editor: Editor,
  memberId: string,
  locale: Locale,
): Promise<Task[]> {
  const state = await openSetup(context, editor, { memberId, locale })
  const left = listLeftovers(state).length
  const { folder } = editor.content
  const { shop } = context
  const isOwn = !isProgramFolder(folder, shop.trade)
  const drafts = await editor.drafts.list(memberId)
  const readOnly = explainReadOnly(folder)
  return [
    {
      title: { vi: 'Thư mục riêng của tiệm', en: 'A content folder of your own' },
      isDone: isOwn && !readOnly,
      text: isOwn
        ? (readOnly ?? { vi: folder, en: folder })
        : {
            vi: `Tiệm đang chạy với thư mục mẫu của chương trình. Tạo thư mục riêng: ${program} init ${shop.trade} tiem-cua-toi`,
            en: `The shop runs with the sample folder of the program. Create your own: ${program} init ${shop.trade} my-shop`,
          },
    },
    {
      title: { vi: 'Hết nội dung mẫu', en: 'No sample content' },
      isDone: left === 0,
      text:
        left === 0
          ? { vi: 'Không còn gì của tiệm mẫu.', en: 'Nothing of the sample is left.' }
          : { vi: `Còn ${left} chỗ.`, en: `${left} left.` },
      link: { url: samplesUrl, label: words.see },
    },
    {
      title: { vi: 'Đã đăng mọi thay đổi', en: 'All changes published' },
      isDone: drafts.length === 0,
      text:
        drafts.length === 0
          ? { vi: 'Khách thấy đúng nội dung của bạn.', en: 'Guests see your content.' }
          : { vi: 'Có thay đổi khách chưa thấy.', en: 'Guests do not see some changes yet.' },
      link: { url: publishPath, label: words.see },
    },
  ]
}

function addressTasks({ base, deskUrl }: DeskContext): Task[] {
  const [site, desk] = [base, deskUrl].map((url) => new URL(url))
  const isPublic = (url: URL | undefined) => url !== undefined && !isLocal(url.hostname)
  const isSecure = (url: URL | undefined) => url?.protocol === 'https:'
  return [
    {
      title: { vi: 'Cài trên máy chủ', en: 'Installed on a server' },
      isDone: isPublic(site),
      text: {
        vi: 'Bằng systemd hoặc Docker, để tiệm tự mở lại khi máy chủ khởi động.',
        en: 'With systemd or Docker, so that the shop opens again when the server restarts.',
      },
    },
    {
      title: { vi: 'Tên miền', en: 'Domain' },
      isDone: isPublic(site),
      text: isPublic(site)
        ? { vi: base, en: base }
        : {
            vi: `Trang đang ở ${base}, chỉ mở được trên máy này. Mua một tên miền, trỏ về máy chủ, rồi đặt BASE_URL.`,
            en: `The site is at ${base}, which only this machine can open. Get a domain, point it to the server, and set BASE_URL.`,
          },
    },
    {
      title: { vi: 'HTTPS cho trang và quầy', en: 'HTTPS for the site and the desk' },
      isDone: isSecure(site) && isSecure(desk),
      text:
        isSecure(site) && isSecure(desk)
          ? { vi: 'Cả hai có chứng chỉ.', en: 'Both have a certificate.' }
          : {
              vi: 'Dùng Caddy với tệp packaging/Caddyfile: chứng chỉ tự có và tự gia hạn. Rồi đặt BASE_URL, DESK_URL bắt đầu bằng https:// và TRUST_PROXY=1.',
              en: 'Use Caddy with packaging/Caddyfile, which obtains certificates by itself. Then set BASE_URL and DESK_URL with https:// and TRUST_PROXY=1.',
            },
    },
  ]
}

function isLocal(host: string): boolean {
  return /^(localhost|127(\.\d+){3}|10(\.\d+){3}|192\.168(\.\d+){2}|\[::1\])$/.test(host)
}

async function messageTasks({ channels }: DeskContext): Promise<Task[]> {
  const email = channels.list.find(({ audience }) => audience === 'guest')
  const staff = channels.list.filter(({ audience }) => audience === 'staff')
  const targets = await Promise.all(staff.map(({ listTargets }) => listTargets?.() ?? []))
  const hasStaff = targets.some(({ length }) => length > 0)
  const hasEmail = email?.listTargets !== undefined
  const link = { url: '/channels', label: words.see }
  const settings = email?.requiredSettings.join(', ') ?? ''
  return [
    {
      title: { vi: 'Email cho khách', en: 'Email to guests' },
      isDone: hasEmail,
      text: hasEmail
        ? { vi: 'Khách nhận được email xác nhận.', en: 'Guests get confirmations by email.' }
        : {
            vi: `Chưa gửi được. Đặt ${settings} theo nhà cung cấp email của bạn; chưa có thì nhân viên gọi khách.`,
            en: `Not configured. Set ${settings} as your email provider says; until then staff call the guests.`,
          },
      link,
    },
    {
      title: { vi: 'Báo cho bạn khi khách đặt', en: 'Notifications for you' },
      isDone: hasStaff,
      text: hasStaff
        ? { vi: 'Có ít nhất một nơi nhận tin báo.', en: 'At least one device or chat gets them.' }
        : {
            vi: 'Bật thông báo trên điện thoại ở trang “Kênh báo tin”, hoặc nối Zalo.',
            en: 'Turn on notifications of this phone in “Channels”, or connect a chat.',
          },
      link,
    },
  ]
}

async function safetyTasks({ store, now }: DeskContext, locale: Locale): Promise<Task[]> {
  const [backup] = await listBackups(store.read)
  const at = backup && formatTimestamp(backup.at, now(), locale)
  return [
    {
      title: { vi: 'Sao lưu', en: 'Backups' },
      isDone: backup !== undefined,
      text:
        at === undefined
          ? {
              vi: `Chưa có bản nào. Hãy để máy chủ chạy “${program} backup” mỗi đêm (packaging/letan-backup.timer) và chép ra nơi khác.`,
              en: `There is none yet. Let the server run “${program} backup” every night (packaging/letan-backup.timer), and copy it elsewhere.`,
            }
          : { vi: `Bản mới nhất: ${at}.`, en: `The newest one: ${at}.` },
    },
  ]
}

function countText(left: number): LocalizedText {
  if (left === 0) return { vi: 'Mọi việc đã xong.', en: 'Everything is done.' }
  return {
    vi: `Còn ${left} việc.`,
    en: `${left} ${plural(left, { one: 'thing is', other: 'things are' })} left.`,
  }
}

const words = {
  title: { vi: 'Đưa tiệm lên mạng', en: 'Going online' },
  setup: { vi: 'Dựng tiệm của bạn', en: 'Set up your shop' },
  docs: {
    vi: 'Việc trên máy chủ bạn có thể nhờ người rành máy làm: mọi bước có trong docs/deployment.md của chương trình.',
    en: 'What concerns the server can be done by the person who runs it: docs/deployment.md of the program has every step.',
  },
  done: { vi: 'xong', en: 'done' },
  open: { vi: 'chưa xong', en: 'open' },
  see: { vi: 'Xem', en: 'Open' },
  tryBooking: { vi: 'Mở trang của tiệm và đặt thử', en: 'Open the site and try a booking' },
  tryHint: {
    vi: 'Lượt đặt thử hiện ở Hộp chờ; bạn từ chối hoặc huỷ nó sau khi thử.',
    en: 'Your trial shows up in the inbox; decline or cancel it afterwards.',
  },
} satisfies Record<string, LocalizedText>
