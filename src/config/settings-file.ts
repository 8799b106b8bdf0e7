/** Settings in a file. It is read at every start, so a restart takes up what was changed in it. */
import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { ConfigError, invalidSetting } from './config.ts'
import { settings } from './settings.ts'

/** What the environment says goes before what the file says. */
export function withSettingsFile(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const file = environment.SETTINGS_FILE?.trim()
  if (!file) return environment
  const fileSettings = parseEnv(readSettingsFile(file))
  const unknown = Object.keys(fileSettings).filter((name) => !Object.hasOwn(settings, name))
  if (unknown.length > 0) {
    throw new ConfigError(
      unknown.map((name) => ({
        vi: `${name} trong ${file} không phải là thiết lập; xem --help`,
        en: `${name} in ${file} is no setting; see --help`,
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
