/** Patterns that the description of each tool of the trade must match. */
import { pendingRequest } from '../sample.ts'

const notSafe = [/no dish is guaranteed to be safe/, /kitchen is shared/]

export const rules: Record<string, RegExp[]> = {
  list_team: [/role/, /bio/, /check_table_availability/],
  get_menu: [...notSafe, /31 dishes/, /VAT included/, /spice 0 to 3/, /9 tracked groups only/],
  get_dish: [...notSafe, /\bid\b/, /six stages/, /complete the meal/],
  get_set_menus: [...notSafe, /5% below/, /per head/, /allergens/, /guests/],
  get_reservation_policy: [
    /8 or more guests also the policy_code of request_reservation/,
    /deposit/,
    /holding/,
    /notice/,
    /table length/,
    /cancellation/,
    /private room/,
  ],
  check_table_availability: [
    /11:00 to 14:30/,
    /17:00 to 22:00/,
    /Tuesday( to |–)Sunday/,
    /60 days/,
    /15 or more guests by phone/,
    /8 or more the rules of get_reservation_policy apply/,
    /contains nothing about other guests/,
  ],
  request_reservation: [
    ...pendingRequest,
    /every detail, each allergen too/,
    /8 or more guests consent alone is a preview with the deposit and the rules/,
  ],
  request_cancellation: [
    /booking code/,
    /cancels nothing itself/,
    /staff call the number of the booking/,
    /deposit/,
    /new time of a move is a free one from check_table_availability/,
    /a full one is rejected/,
  ],
}
