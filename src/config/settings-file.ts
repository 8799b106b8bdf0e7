/** Reads SETTINGS_FILE. The file is read at every start, so a restart applies its changes. */
import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import type { ChannelSetting } from '../kernel/setting.ts'
import { ConfigError, invalidSetting } from './config.ts'
import { listSettings, settings } from './settings.ts'

/** The settings of the environment and of the file; the environment takes precedence. */
export function withSettingsFile(
  environment: NodeJS.ProcessEnv,
  channelSettings: readonly ChannelSetting<unknown>[],
): NodeJS.ProcessEnv {
  const file = environment.SETTINGS_FILE?.trim()
  if (!file) return environment
  const fileSettings = parseEnv(readSettingsFile(file))
  const known = listSettings(channelSettings)
  const unknown = Object.keys(fileSettings).filter((name) => !known.has(name))
  if (unknown.length > 0) {
    throw new ConfigError(
      unknown.map((name) => ({
        vi: `${name} trong ${file} không phải là thiết lập; xem --help`,
        en: `${name} in ${file} is not a known setting. Run with --help for the list.`,
      })),
    )
  }
  return { ...fileSettings, ...environment }
}

function readSettingsFile(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new ConfigError([invalidSetting('SETTINGS_FILE', settings.SETTINGS_FILE)])
  }
}
