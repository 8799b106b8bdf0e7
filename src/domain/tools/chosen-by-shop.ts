/** After something that the guest did not choose and the shop did: an area, a person. */
import type { LocalizedText } from '../../kernel/locale.ts'

export const chosenByShop: LocalizedText = {
  vi: ' (tiệm chọn giúp, có thể đổi)',
  en: ' (chosen for you, you may ask for another)',
}
