/**
 * Loaded before the program: its clock differs by CLOCK_OFFSET_MS from that of the machine, and with each SIGUSR2 by
 * CLOCK_STEP_MS more.
 */
let offsetMs = Number(process.env.CLOCK_OFFSET_MS)
const readClock = Date.now
Date.now = () => readClock() + offsetMs

if (process.env.CLOCK_STEP_MS !== undefined) {
  process.on('SIGUSR2', () => {
    offsetMs += Number(process.env.CLOCK_STEP_MS)
  })
}
