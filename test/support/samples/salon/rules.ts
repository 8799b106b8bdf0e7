/** Patterns that the description of each tool of the trade must match. */
import { appointmentRules } from '../appointments.ts'

export const rules = appointmentRules(6, {
  list_services: [
    /minutes in the chair/,
    /each length is a separate service: ask how long the hair is/,
    /ngan \(to the chin\)/,
    /promise no exact shade or curl/i,
    /ask about reactions to hair dye before booking/,
  ],
  list_stylists: [/role/, /ISO weekdays/, /no photos/, /do not invent/],
  check_slots: [/two who come together book twice/],
  request_appointment: [
    /before color ask about reactions to dye/i,
    /service, date, time, stylist, price, name, phone and health boxes/,
    /promise no exact shade or curl/i,
  ],
  request_change: [],
})
