/** Allergen groups that an owner may declare by their ids alone, in addition to the nine of every kitchen. */
import type { LocalizedText } from '../../kernel/locale.ts'

export type AllergenGroup = {
  id: string
  name: LocalizedText
  /** What belongs to it. */
  covers?: LocalizedText | undefined
  /** What guests and owners call it, besides its names. */
  words: string[]
}

export const treeNutsId = 'tree_nuts'

export const readyMadeAllergens: readonly (AllergenGroup & { covers: LocalizedText })[] = [
  {
    id: treeNutsId,
    name: { vi: 'Quả hạch', en: 'Tree nuts' },
    covers: {
      vi: 'Hạt điều, hạnh nhân, óc chó, hạt dẻ, mắc ca',
      en: 'Cashews, almonds, walnuts, pistachios, macadamias',
    },
    words: [
      'tree nut',
      'treenuts',
      'treenut',
      'cashew',
      'cashews',
      'cashew nut',
      'cashew nuts',
      'almond',
      'almonds',
      'walnut',
      'walnuts',
      'hazelnut',
      'hazelnuts',
      'pistachio',
      'pistachios',
      'pecan',
      'pecans',
      'macadamia',
      'macadamias',
      'macadamia nut',
      'macadamia nuts',
      'brazil nut',
      'brazil nuts',
      'hạt điều',
      'đào lộn hột',
      'hạnh nhân',
      'óc chó',
      'quả óc chó',
      'hạt óc chó',
      'hạt dẻ',
      'hạt dẻ cười',
      'hạt phỉ',
      'hồ đào',
      'mắc ca',
      'hạt mắc ca',
    ],
  },
  {
    id: 'celery',
    name: { vi: 'Cần tây', en: 'Celery' },
    covers: {
      vi: 'Cần tây, kể cả củ, hạt và muối cần tây',
      en: 'Celery, also its root, seeds and celery salt',
    },
    words: ['celeriac', 'celery root', 'celery salt', 'rau cần tây', 'củ cần tây', 'muối cần tây'],
  },
  {
    id: 'mustard',
    name: { vi: 'Mù tạt', en: 'Mustard' },
    covers: {
      vi: 'Mù tạt vàng, hạt cải và bột mù tạt',
      en: 'Mustard, mustard seeds and mustard powder',
    },
    words: ['mustard seed', 'mustard seeds', 'mustard oil', 'mù tạc', 'hạt mù tạt', 'hạt cải'],
  },
  {
    id: 'lupin',
    name: { vi: 'Đậu lupin', en: 'Lupin' },
    covers: { vi: 'Hạt và bột đậu lupin', en: 'Lupin seeds and lupin flour' },
    words: ['lupine', 'lupins', 'lupini', 'lupin flour', 'lupin beans', 'bột lupin'],
  },
  {
    id: 'sulphites',
    name: { vi: 'Sulfit', en: 'Sulphites' },
    covers: {
      vi: 'Chất bảo quản lưu huỳnh điôxit và các muối sulfit (E220 đến E228)',
      en: 'The preservative sulphur dioxide and its salts (E220 to E228)',
    },
    words: [
      'sulphite',
      'sulfite',
      'sulfites',
      'sulphur dioxide',
      'sulfur dioxide',
      'so2',
      'sunfit',
      'sun phít',
      'lưu huỳnh điôxit',
      'lưu huỳnh đioxit',
    ],
  },
]
