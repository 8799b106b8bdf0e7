/** A folder of the owner's own, from a terminal: a copy of a sample. */
import { cpSync, existsSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { sampleFolder } from '../config/config.ts'
import { chooseCommandLanguage, removeLanguageOption } from '../config/language.ts'
import { isInstalled, program, quoteForShell } from '../kernel/command-line.ts'
import type { LocalizedText } from '../kernel/locale.ts'
import { UserError } from '../kernel/user-error.ts'
import { findTrade } from '../variants/index.ts'
import { UnknownContentCommand } from './content.ts'

export class FolderNotEmpty extends UserError {
  override readonly localizedMessage: LocalizedText

  constructor(folder: string) {
    const localizedMessage = {
      vi: `${folder} không trống; hãy đặt tên một thư mục chưa có.`,
      en: `${folder} is not empty; name a folder that is not there yet.`,
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
  const [tradeName, folder, ...more] = removeLanguageOption(args)
  if (tradeName === undefined || folder === undefined || more.length > 0) {
    throw new UnknownContentCommand()
  }
  const { id } = findTrade(tradeName)
  const path = resolve(folder)
  if (existsSync(path) && readdirSync(path).length > 0) throw new FolderNotEmpty(folder)
  cpSync(sampleFolder(id), path, { recursive: true })
  const { business } = findTrade(id).open(path)
  const quotedFolder = quoteForShell(folder)
  const commands = `  ${program} content check ${quotedFolder}
  CONTENT_DIR=${quotedFolder} ${isInstalled ? program : 'npm start'}`
  return formatNextSteps(folder, business.name, id, commands)[
    chooseCommandLanguage(args, environment)
  ]
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
    en: `${folder} is now a copy of ${name}, a sample ${trade}. Make it yours:

  business.yaml    begin here: name, address, phone, hours, the texts guests agree to
  look.yaml        colours and faces
  README.md        what the other files are for

Check it as often as you like, then open it:

${commands}

While it is open, what you save is taken up within seconds, whole or not at all.
`,
  }
}
