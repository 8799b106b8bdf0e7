/**
 * `letan start`: serves the shop of a folder. It works the same in every shell, unlike a variable before the command.
 */
import { existsSync } from 'node:fs'
import { withShopFolder } from '../config/shop-option.ts'
import { program, quoteForShell } from '../kernel/command-line.ts'
import type { LocalizedText } from '../kernel/locale.ts'
import { UserError } from '../kernel/user-error.ts'
import { serve } from '../server/serve.ts'
import { parseArguments, UsageError } from './command.ts'

/** Of all commands that run until a signal. */
export const startHelp: LocalizedText = {
  vi: `\
  letan                             chạy trang web, API, máy chủ MCP và quầy
  letan start [FOLDER]              như trên, với tiệm trong thư mục này
  letan cluster [N]                 như trên, với N tiến trình dùng chung cổng; nếu không ghi N thì mỗi nhân một tiến trình
  letan demo [FOLDER]               một tiệm với buổi tối đông khách để thử quầy; trong thư mục mới hoặc tạm`,
  en: `\
  letan                             serve the site, the API, the MCP server and the desk
  letan start [FOLDER]              the same, for the shop in this folder
  letan cluster [N]                 the same with N workers that share the ports; by default one per core
  letan demo [FOLDER]               a shop with a lively evening, to try the desk; in a new or a temporary folder`,
}

class FolderNotFound extends UserError {
  constructor(folder: string) {
    const create = `${program} init restaurant ${quoteForShell(folder)}`
    super({
      vi: `Không có thư mục ${folder}. Để tạo một tiệm mới ở đó: ${create}`,
      en: `There is no folder ${folder}. To create a new shop there: ${create}`,
    })
    this.name = 'FolderNotFound'
  }
}

export function serveFolder(
  environment: NodeJS.ProcessEnv,
  args: readonly string[],
): Promise<void> {
  const usageError = () => new UsageError('start', startHelp)
  const [folder, ...others] = parseArguments(args, {}, usageError).positionals
  if (others.length > 0) throw usageError()
  if (folder !== undefined && !existsSync(folder)) throw new FolderNotFound(folder)
  return serve(folder === undefined ? environment : withShopFolder(environment, folder))
}
