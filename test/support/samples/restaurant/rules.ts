/** Patterns that the description of each tool of the trade must match. */
import { neverConfirmed } from '../sample.ts'

const neverSafe = [/never say .*\bsafe\b/i, /kitchen is shared/]

export const rules: Record<string, RegExp[]> = {
  list_team: [/role/, /bio/, /check_table_availability/],
  get_menu: [...neverSafe, /31 dishes/, /VAT included/, /spice 0 to 3/, /nine tracked groups only/],
  get_dish: [...neverSafe, /\bid\b/, /six stages/, /complete the meal/],
  get_set_menus: [...neverSafe, /5% below/, /per head/, /allergens/, /guests/],
  get_reservation_policy: [
    /from 8 guests on it returns policy_code/i,
    /deposit/,
    /holding/,
    /notice/,
    /table length/,
    /cancellation/,
    /private room/,
  ],
  check_table_availability: [
    /before request_reservation/,
    /11:00 to 14:30/,
    /17:00 to 22:00/,
    /Tuesday( to |–)Sunday/,
    /60 days/,
    /15 or more guests by phone/,
    /8 or more call get_reservation_policy first/,
    /never reveals who booked/,
  ],
  request_reservation: [
    ...neverConfirmed,
    /without consent the result is a preview with every detail, each allergen/i,
    /never invent a phone number or an allergy/i,
    /8 or more guests: the preview has the rules/,
  ],
  request_cancellation: [
    /booking code/,
    /cancels nothing itself/,
    /staff call the number of the booking/,
    /deposit/,
    /checked against the free tables/,
  ],
}
