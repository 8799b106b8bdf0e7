/** What guests call the health boxes, besides their names in the content. */
import type { Synonym } from '../../kernel/name-reader.ts'

/** Ids that a shop does not ask about are left out. */
export const healthSynonyms: readonly Synonym[] = [
  {
    ids: ['pregnant'],
    words: ['pregnancy', 'expecting', 'bầu', 'có bầu', 'mang bầu', 'có thai', 'mang thai'],
  },
  {
    ids: ['blood_pressure'],
    words: [
      'hypertension',
      'hypotension',
      'huyết áp',
      'cao huyết áp',
      'huyết áp cao',
      'tụt huyết áp',
      'huyết áp thấp',
    ],
  },
  {
    ids: ['skin_condition'],
    words: ['eczema', 'psoriasis', 'dermatitis', 'chàm', 'vảy nến', 'viêm da'],
  },
  { ids: ['wound'], words: ['cut', 'open wound', 'vết thương', 'vết thương hở', 'trầy xước'] },
  {
    ids: ['recent_surgery'],
    words: ['surgery', 'operation', 'operated', 'phẫu thuật', 'mới mổ', 'mổ'],
  },
  {
    ids: ['allergy_to_herbs'],
    words: ['nut allergy', 'honey allergy', 'herb allergy', 'dị ứng tinh dầu', 'dị ứng'],
  },
  { ids: ['dye_allergy'], words: ['hair dye allergy', 'ppd allergy', 'ppd', 'dị ứng thuốc nhuộm'] },
  { ids: ['neck_pain'], words: ['stiff neck', 'đau cổ', 'đau vai gáy'] },
]
