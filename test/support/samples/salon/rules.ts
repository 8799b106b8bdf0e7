/** Patterns that the description of each tool of the trade must match. */
import { neverConfirmed } from '../sample.ts'

export const rules: Record<string, RegExp[]> = {
  list_services: [
    /minutes in the chair/,
    /8% VAT included, no tip/,
    /each length is a separate service: ask how long the hair is/,
    /ngan \(to the chin\)/,
    /promise no exact shade or curl/i,
    /ask about reactions to hair dye before booking/,
  ],
  list_stylists: [/role/, /ISO weekdays/, /no photos/, /do not invent/],
  check_slots: [
    /before request_appointment/,
    /two who come together book twice/,
    /never reveals who/,
  ],
  request_appointment: [
    ...neverConfirmed,
    /first call check_slots/i,
    /before color ask about reactions to dye/,
    /service, date, time, stylist, name, phone and health boxes/,
    /free until 6 hours before/,
    /yes to sharing contact details and boxes/,
    /promise no exact shade or curl/i,
    /never invent a phone number/i,
  ],
  request_change: [
    /last four digits/,
    /nothing changes until the front desk has called/,
    /free until 6 hours before/i,
    /a wrong pair gets the same response as an unknown booking/i,
    /do not guess/,
    /explicit yes/,
  ],
}
