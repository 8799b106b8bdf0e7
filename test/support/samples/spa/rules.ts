/** Patterns that the description of each tool of the trade must match. */
import { neverConfirmed } from '../sample.ts'

const paidByTransfer = [
  /pending payment by bank transfer/,
  /no payment is made here/i,
  /staff confirm/,
]

export const rules: Record<string, RegExp[]> = {
  list_services: [
    /minutes in the room/,
    /8% VAT included, no tip/,
    /\bthe\b.*membership/,
    /\bqua\b/,
  ],
  list_therapists: [/role/, /gender/, /ISO weekdays/, /no photos/, /no medical titles/],
  suggest_treatment: [
    /never a diagnosis/i,
    /no promise of results/,
    /skin condition under treatment or a wound no facial/,
    /needs_doctor_first is true/,
  ],
  check_slots: [
    /before request_appointment/,
    /party_size 2 is only for cho-hai-nguoi in the double room/,
    /never reveals who booked/,
  ],
  request_appointment: [
    ...neverConfirmed,
    /first call check_slots/i,
    /treatment, date, time, therapist, name, phone and health boxes/,
    /free until 12 hours before/,
    /yes to sharing contact details and boxes/,
    /promise no results/i,
    /never invent a phone number/i,
  ],
  request_change: [
    /last four digits/,
    /nothing changes until the front desk has called/,
    /free until 12 hours before/i,
    /a wrong pair gets the same response as an unknown booking/i,
    /do not guess/,
    /explicit yes/,
  ],
  list_gift_options: [/amounts/, /treatment/, /valid/, /delivered/, /company orders/],
  request_gift_card: [...paidByTransfer, /once the buyer agreed/, /within one opening hour/],
  request_membership: [...paidByTransfer, /once the guest agreed/, /5 or 10 visits/],
}
