/**
 * What a guest last declared about health. It is deleted before the other data, so that there may be nothing to show.
 */
import type { Answers, GuestQuestion } from '../scheduling/guest-question.ts'

/** `bookings`: the latest first. Older answers may no longer hold, so only the latest booking with answers counts. */
export function latestHealth<Booking extends { answers: Answers }>(
  bookings: readonly Booking[],
  healthQuestions: readonly GuestQuestion[],
): Booking | undefined {
  for (const booking of bookings) {
    const answers = Object.fromEntries(
      healthQuestions.flatMap(({ name }) =>
        booking.answers[name] ? [[name, booking.answers[name]]] : [],
      ),
    )
    if (Object.keys(answers).length > 0) return { ...booking, answers }
  }
  return undefined
}
