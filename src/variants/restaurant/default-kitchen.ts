/** What a kitchen tracks if its owner wrote no kitchen.yaml. */
import type { LocalizedText } from '../../kernel/locale.ts'
import type { AllergenGroup } from './ready-made-allergens.ts'

/** Every kitchen tracks these nine, besides those that it declares; their words are in `allergen-words.ts`. */
export const trackedAllergens: readonly Omit<AllergenGroup, 'words'>[] = [
  {
    id: 'gluten',
    name: { vi: 'Gluten', en: 'Gluten' },
    covers: { vi: 'Lúa mì và các thứ làm từ lúa mì', en: 'Wheat and what is made from it' },
  },
  {
    id: 'crustaceans',
    name: { vi: 'Giáp xác', en: 'Crustaceans' },
    covers: {
      vi: 'Tôm, tép, cua, ghẹ và mắm tôm',
      en: 'Prawns, shrimp, crab and shrimp paste',
    },
  },
  {
    id: 'molluscs',
    name: { vi: 'Nhuyễn thể', en: 'Molluscs' },
    covers: { vi: 'Ốc, mực, ngao, hến, sò', en: 'Snails, squid, clams, mussels, cockles' },
  },
  {
    id: 'eggs',
    name: { vi: 'Trứng', en: 'Eggs' },
    covers: { vi: 'Trứng các loại', en: 'Eggs of all kinds' },
  },
  {
    id: 'fish',
    name: { vi: 'Cá', en: 'Fish' },
    covers: { vi: 'Cá các loại và nước mắm', en: 'All fish, and fish sauce' },
  },
  {
    id: 'peanuts',
    name: { vi: 'Lạc', en: 'Peanuts' },
    covers: { vi: 'Lạc (đậu phộng), dầu lạc', en: 'Peanuts and peanut oil' },
  },
  {
    id: 'soy',
    name: { vi: 'Đậu nành', en: 'Soy' },
    covers: { vi: 'Đậu phụ, tương, xì dầu', en: 'Tofu, soybean paste, soy sauce' },
  },
  {
    id: 'milk',
    name: { vi: 'Sữa', en: 'Milk' },
    covers: { vi: 'Sữa bò, sữa chua, sữa đặc, kem', en: 'Milk, yogurt, condensed milk, cream' },
  },
  {
    id: 'sesame',
    name: { vi: 'Vừng', en: 'Sesame' },
    covers: { vi: 'Vừng (mè), dầu vừng', en: 'Sesame and sesame oil' },
  },
]

type Diet = { id: string; name: LocalizedText; meaning: LocalizedText }

export const commonDiets: readonly Diet[] = [
  {
    id: 'vegan',
    name: { vi: 'Thuần chay', en: 'Vegan' },
    meaning: {
      vi: 'Không có thịt, cá, hải sản, nước mắm, trứng, sữa hay mật ong',
      en: 'No meat, fish, seafood, fish sauce, egg, milk or honey',
    },
  },
  {
    id: 'vegetarian',
    name: { vi: 'Chay có trứng sữa', en: 'Vegetarian' },
    meaning: {
      vi: 'Không có thịt, cá, hải sản hay nước mắm; có thể có trứng hoặc sữa',
      en: 'No meat, fish, seafood or fish sauce; may contain egg or milk',
    },
  },
  {
    id: 'no_pork',
    name: { vi: 'Không thịt lợn', en: 'No pork' },
    meaning: {
      vi: 'Công thức không dùng thịt lợn hay mỡ lợn; bếp có thể nấu thịt lợn ở món khác',
      en: 'No pork or lard in the recipe; pork may be cooked in the same kitchen',
    },
  },
]

export const spiceLevels: readonly LocalizedText[] = [
  { vi: 'Không cay', en: 'Not spicy' },
  { vi: 'Cay nhẹ', en: 'Mild' },
  { vi: 'Cay', en: 'Hot' },
  { vi: 'Rất cay', en: 'Very hot' },
]

export const sharedKitchenDisclaimer: LocalizedText = {
  vi:
    'Bếp dùng chung dụng cụ cho mọi món, nên chúng tôi không thể hứa món nào hoàn toàn không lẫn chất gây dị ứng. ' +
    'Nếu bạn dị ứng, xin nói với nhân viên khi đặt bàn và nhắc lại lúc gọi món.',
  en:
    'Our kitchen shares its tools between all dishes, so we cannot promise that any dish is free of an allergen. ' +
    'If you have an allergy, please tell us when you book and again when you order.',
}
