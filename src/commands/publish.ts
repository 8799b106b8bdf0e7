/** `letan publish`: writes the files that directories of MCP servers ask for. It sends nothing. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chooseCommandLanguage } from '../config/language.ts'
import { quoteForShell } from '../kernel/command-line.ts'
import { forEachLocale, type LocalizedText } from '../kernel/locale.ts'
import { dateAt } from '../kernel/time.ts'
import { UserError } from '../kernel/user-error.ts'
import { describeApp } from '../server/described-app.ts'
import { clock } from '../server/open-shop.ts'
import { createRegistryKey, registryKeyFile } from '../server/registry-key.ts'
import { readShopConfig } from '../server/shop-config.ts'
import { findTrade, openFolder } from '../variants/index.ts'
import { parseArguments, UsageError } from './command.ts'
import {
  findChatgptRemarks,
  findChatgptViolations,
  renderChatgptSubmission,
} from './publish/chatgpt.ts'
import { renderClaudeForm } from './publish/claude.ts'
import { createListing, type Listing } from './publish/listing.ts'
import { renderServerJson } from './publish/server-json.ts'

/** The rules of the directories change: the owner compares them with the portals from this month on. */
const factsOf = '2026-11'

type DirectoryName = 'registry' | 'claude' | 'chatgpt'

type Directory = {
  file: string
  render(listing: Listing): string
  /** What keeps the shop out of this directory. */
  findViolations(listing: Listing): LocalizedText[]
}

const noViolations = () => []

const directories: Record<DirectoryName, Directory> = {
  registry: { file: 'server.json', render: renderServerJson, findViolations: noViolations },
  claude: { file: 'claude-directory.md', render: renderClaudeForm, findViolations: noViolations },
  chatgpt: {
    file: 'chatgpt-app-submission.json',
    render: renderChatgptSubmission,
    findViolations: findChatgptViolations,
  },
}

const directoryNames = Object.keys(directories) as DirectoryName[]

export const publishHelp: LocalizedText = {
  vi: `\
  letan publish [FOLDER]            ghi các tệp cho danh bạ máy chủ MCP; mặc định vào ./publish
                                    --for ${directoryNames.join('|')}: chỉ cho nơi này, và báo lỗi nếu nơi ấy sẽ từ chối`,
  en: `\
  letan publish [FOLDER]            write the files for directories of MCP servers; by default into ./publish
                                    --for ${directoryNames.join('|')}: only for this one, and fail if it would reject the shop`,
}

export async function runPublish(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  const usageError = () => new UsageError('publish', publishHelp)
  const options = { for: { type: 'string' } } as const
  const { values, positionals } = parseArguments(args, options, usageError)
  const [folder = './publish', ...others] = positionals
  const only = directoryNames.find((name) => name === values.for)
  if (others.length > 0 || (values.for !== undefined && only === undefined)) throw usageError()

  const config = readShopConfig(environment)
  const shop = openFolder(findTrade(config.trade), config.contentDir, { day: dateAt(clock()) })
  const listing = createListing(shop, describeApp(shop, config), config.baseUrl)
  const chosen = only === undefined ? directoryNames : [only]
  const violations = chosen.flatMap((name) => directories[name].findViolations(listing))
  if (only !== undefined && violations.length > 0) throw new NotReady(only, violations)

  mkdirSync(folder, { recursive: true })
  const files = chosen.map((name) => {
    const path = join(folder, directories[name].file)
    writeFileSync(path, directories[name].render(listing))
    return path
  })
  const keyFile = registryKeyFile(config)
  if (chosen.includes('registry')) createRegistryKey(keyFile)
  const remarks = chosen.includes('chatgpt') ? findChatgptRemarks(listing) : []
  const sections = forEachLocale((locale) =>
    [
      written[locale],
      ...files.map((file) => `  ${file}`),
      ...(chosen.includes('registry') ? registrySteps(listing, folder, keyFile)[locale] : []),
      ...listUnder(violationsHeading, violations, locale),
      ...listUnder(remarksHeading, remarks, locale),
      facts[locale],
      '',
    ].join('\n'),
  )
  return sections[chooseCommandLanguage(args, environment)]
}

function listUnder(heading: LocalizedText, items: readonly LocalizedText[], locale: 'vi' | 'en') {
  return items.length === 0 ? [] : [heading[locale], ...items.map((item) => `  ${item[locale]}`)]
}

const written: LocalizedText = {
  vi: 'Đã ghi các tệp sau; chưa gửi gì đi đâu:',
  en: 'These files were written; nothing was sent anywhere:',
}

const violationsHeading: LocalizedText = {
  vi: 'Danh mục ChatGPT sẽ từ chối:',
  en: 'The ChatGPT directory would reject this:',
}

const remarksHeading: LocalizedText = { vi: 'Nên cân nhắc:', en: 'To decide:' }

const facts: LocalizedText = {
  vi: `Quy định của các danh mục theo thông tin tháng ${factsOf}; hãy đối chiếu với trang của họ. Từng mục: docs/assistants.md`,
  en: `The rules of the directories are those of ${factsOf}; compare them with the portals. Line by line: docs/assistants.md`,
}

/** The private key is read by the command itself, so that it does not appear on the screen. */
function registrySteps({ base, host }: Listing, folder: string, keyFile: string) {
  const commands = [
    `  mcp-publisher login http --domain ${host} --private-key "$(cat ${quoteForShell(keyFile)})"`,
    `  cd ${quoteForShell(folder)}`,
    '  mcp-publisher validate server.json',
    '  mcp-publisher publish',
  ]
  const proof = `${base}/.well-known/mcp-registry-auth`
  return {
    vi: [
      `Khoá riêng cho MCP registry: ${keyFile}. Hãy giữ kín.`,
      `Khởi động lại letan; ${proof} sẽ có khoá công khai. Sau đó chạy:`,
      ...commands,
    ],
    en: [
      `Private key for the MCP registry: ${keyFile}. Keep it secret.`,
      `Restart letan; ${proof} then has the public key. Then run:`,
      ...commands,
    ],
  }
}

class NotReady extends UserError {
  override readonly localizedMessage: LocalizedText

  constructor(directory: DirectoryName, violations: readonly LocalizedText[]) {
    const heading = {
      vi: `Chưa ghi gì cho ${directory}, vì danh mục này sẽ từ chối:`,
      en: `Nothing was written for ${directory}, because that directory would reject it:`,
    }
    const localizedMessage = forEachLocale((locale) =>
      listUnder(heading, violations, locale).join('\n'),
    )
    super(localizedMessage.en)
    this.name = 'NotReady'
    this.localizedMessage = localizedMessage
  }
}
