/** Patterns that the description of each tool of the trade must match. */
import { appointmentRules } from '../appointments.ts'

export const rules = appointmentRules(6, {
  list_services: [
    /only this returns the stylists/,
    /minutes in the chair/,
    /each length is a separate service/,
    /ngan \(to the chin\)/,
    /an exact shade or curl is not promised/i,
    /a patch test comes first/,
  ],
  list_stylists: [/role/, /ISO weekdays/, /no photos/],
  check_slots: [/two who come together book twice/],
  request_appointment: [
    /service, date, time, stylist, price, name, phone and health conditions/,
    /color needs a patch test first/,
    /an exact shade or curl is not promised/i,
  ],
  request_change: [],
})
