/** `letan init`: copies a sample shop into a new folder. */
import { existsSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { chooseCommandLanguage } from '../config/language.ts'
import { copySample } from '../content/sample.ts'
import { program, quoteForShell } from '../kernel/command-line.ts'
import type { LocalizedText } from '../kernel/locale.ts'
import { UserError } from '../kernel/user-error.ts'
import { findTrade } from '../variants/index.ts'
import { contentUsageError, parseContentArguments } from './content.ts'

class FolderNotEmpty extends UserError {
  override readonly localizedMessage: LocalizedText

  constructor(folder: string) {
    const localizedMessage = {
      vi: `${folder} không trống; hãy đặt tên một thư mục chưa có.`,
      en: `${folder} is not empty. Name a folder that does not exist yet.`,
    }
    super(localizedMessage.en)
    this.name = 'FolderNotEmpty'
    this.localizedMessage = localizedMessage
  }
}

export async function runInit(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  const [tradeName, folder, ...others] = parseContentArguments(args, 'init')
  if (tradeName === undefined || folder === undefined || others.length > 0) {
    throw contentUsageError('init')
  }
  const { id } = findTrade(tradeName)
  const path = resolve(folder)
  if (existsSync(path) && readdirSync(path).length > 0) throw new FolderNotEmpty(folder)
  copySample(id, path)
  const { business } = findTrade(id).open(path)
  const quotedFolder = quoteForShell(folder)
  const language = chooseCommandLanguage(args, environment)
  const option = args.some((one) => one.startsWith('--lang')) ? ` --lang ${language}` : ''
  const commands = `  ${program} content check ${quotedFolder}${option}
  ${program} start ${quotedFolder}`
  return formatNextSteps(folder, business.name, id, commands)[language]
}

function formatNextSteps(
  folder: string,
  name: string,
  trade: string,
  commands: string,
): LocalizedText {
  return {
    vi: `${folder} giờ là bản sao của ${name}, cửa hàng mẫu (${trade}). Hãy sửa thành của mình:

  business.yaml    bắt đầu từ đây: tên, địa chỉ, điện thoại, giờ mở cửa, lời khách đồng ý
  look.yaml        màu và kiểu chữ
  README.md        các tệp khác để làm gì

Kiểm tra bao nhiêu lần cũng được, rồi mở cửa:

${commands}

Khi đang mở, sửa rồi lưu là trang tự nhận sau vài giây, trọn vẹn hoặc không gì cả.
`,
    en: `${folder} is now a copy of ${name}, the sample shop (${trade}). Make it your own:

  business.yaml    start here: name, address, phone, opening hours, the texts that guests agree to
  look.yaml        colors and fonts
  README.md        what the other files are for

Check it as often as you like, then start it:

${commands}

While it is running, a change that you save is applied within seconds, completely or not at all.
`,
  }
}
