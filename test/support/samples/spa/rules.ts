/** Patterns that the description of each tool of the trade must match. */
import { appointmentRules } from '../appointments.ts'

const paidByTransfer = [
  /pending payment by bank transfer/,
  /no payment is made here/i,
  /staff confirm/,
]

export const rules = appointmentRules(12, {
  list_services: [/only this returns .*feelings/, /minutes in the room/],
  list_therapists: [/role/, /gender/, /ISO weekdays/, /no photos/, /no medical titles/],
  suggest_treatment: [
    /no diagnosis/,
    /no promise of results/,
    /skin condition under treatment or a wound no facial/,
    /what a condition rules out is left out/i,
  ],
  check_slots: [/party_size 2 is only for cho-hai-nguoi, side by side/],
  request_appointment: [
    /treatment, date, time, therapist, price, name, phone and health conditions/,
    /a facial needs a doctor first/,
    /results are not promised/i,
  ],
  request_change: [],
  list_gift_options: [/amounts/, /treatment/, /valid/, /delivered/, /company orders/],
  request_gift_card: [...paidByTransfer, /within one opening hour/],
  request_membership: [...paidByTransfer],
})
