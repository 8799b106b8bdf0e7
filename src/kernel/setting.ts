/** Settings: their description, how a channel declares and reads them, and parsers that several of them share. */
import type { LocalizedText } from './locale.ts'

export type Setting<Value> = {
  description: string
  /** The default, as README and --help show it. */
  defaultText: string
  allowedValues: LocalizedText
  /** Returns `undefined` for a text that is not valid. */
  parse(text: string): Value | undefined
}

export type ChannelSetting<Value> = Setting<Value> & {
  name: string
  /** The channel works without it. */
  isOptional?: boolean
  /** Name of a setting without which this one has no effect. */
  requires?: string
}

/** The values of the channels' settings. */
export type SettingValues = {
  find<Value>(setting: ChannelSetting<Value>): Value | undefined
  /** For a setting that the channel requires: no channel is created without those. */
  get<Value>(setting: ChannelSetting<Value>): Value
}

export type SettingTexts = Readonly<Record<string, string | undefined>>

export function readSettingValues(texts: SettingTexts): SettingValues {
  const find = <Value>(setting: ChannelSetting<Value>): Value | undefined => {
    const text = findSettingText(texts, setting.name)
    return text === undefined ? undefined : setting.parse(text)
  }
  return {
    find,
    get(setting) {
      const value = find(setting)
      if (value === undefined) throw new Error(`${setting.name} is not set.`)
      return value
    },
  }
}

/** Undefined for an empty text, too. */
export function findSettingText(texts: SettingTexts, name: string): string | undefined {
  return texts[name]?.trim() || undefined
}

/** A URL without path, query and fragment. */
export function parseOrigin(text: string): string | undefined {
  const url = parseHttpUrl(text)
  const isOriginOnly = url?.pathname === '/' && url.search === '' && url.hash === ''
  return isOriginOnly ? url.origin : undefined
}

export function parseWebUrl(text: string): string | undefined {
  return parseHttpUrl(text)?.href
}

function parseHttpUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url && /^https?:$/.test(url.protocol) ? url : undefined
}

/** A comma-separated list, of which every item must be valid. */
export function parseList(
  text: string,
  parseItem: (item: string) => string | undefined,
): readonly string[] | undefined {
  const values = text.split(',').map((item) => parseItem(item.trim()))
  return values.every((value) => value !== undefined) ? values : undefined
}
