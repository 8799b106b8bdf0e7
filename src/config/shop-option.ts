/** `--shop FOLDER` of the command line: the same as CONTENT_DIR, in a way that works in every shell. */
import { readDeclaredTrade } from '../content/declared-trade.ts'

export type CommandLine = { args: readonly string[]; environment: NodeJS.ProcessEnv }

/** The arguments without the option, and the environment with the folder. */
export function applyShopOption(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): CommandLine {
  const at = args.findIndex((one) => one === '--shop' || one.startsWith('--shop='))
  const isAttached = args[at]?.startsWith('--shop=')
  const folder = isAttached ? args[at]?.slice('--shop='.length) : args[at + 1]
  // Without a folder, the command rejects the option.
  if (at === -1 || !folder) return { args, environment }
  return {
    args: args.toSpliced(at, isAttached ? 1 : 2),
    environment: withShopFolder(environment, folder),
  }
}

/** The trade that the folder declares takes precedence: VARIANT may be the one of another shop. */
export function withShopFolder(environment: NodeJS.ProcessEnv, folder: string): NodeJS.ProcessEnv {
  const { VARIANT, ...withoutVariant } = environment
  const others = readDeclaredTrade(folder) === undefined ? environment : withoutVariant
  return { ...others, CONTENT_DIR: folder }
}
