/** Filters of the offers. */
import type { Sample } from '../sample.ts'

export const filters: Sample['filters'] = {
  tool: 'get_menu',
  list: 'dishes',
  kinds: ['dish'],
  cases: [
    { diet: 'vegan' },
    { max_spice: 0 },
    { max_price: 60000 },
    { exclude_allergens: ['fish'] },
    { exclude_allergens: ['gluten', 'eggs', 'fish'] },
    { diet: 'vegetarian', max_spice: 1, max_price: 120000, exclude_allergens: ['milk'] },
  ],
  invalid: [
    ['diet=keto', /Write one of: vegan · vegetarian/],
    ['max_spice=4', /from 0 to 3/],
    ['max_price=cheap', /whole number/],
    ['exclude_allergens=fish,nuts', /Write one of: gluten · crustaceans/],
    ['exclude_allergens=', /Write one of: gluten/],
    ['max_minutes=60', /The names are: .*diet.*exclude_allergens/],
  ],
}
