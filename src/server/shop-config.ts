/** Reads the settings of a shop: configuration itself knows neither the trades nor the channels. */
import { channelSettings } from '../channels/channels.ts'
import { type Config, readConfig } from '../config/config.ts'
import type { SettingTexts } from '../kernel/setting.ts'
import { tradeNames } from '../variants/trades.ts'

export function readShopConfig(environment: SettingTexts): Config {
  return readConfig(environment, tradeNames, channelSettings)
}
