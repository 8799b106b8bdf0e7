// Prints the table of src/kernel/lunar-calendar.ts: the first day of every month of the Vietnamese lunar calendar.
// Usage: node scripts/lunar-calendar.js 2026 2035
//
// Rules: a month starts on the day of the new moon at UTC+7; the winter solstice is in month 11; if there are 13 months
// from one month 11 to the next, the first without a principal term (the sun at a multiple of 30°) is the leap month.
// New moons and the position of the sun: Meeus, Astronomical Algorithms, chapters 49 and 25.

const radians = Math.PI / 180
const sin = (degrees) => Math.sin(degrees * radians)
const utcOffset = 7 / 24

/** Seconds between dynamical and universal time; good to a few seconds from 2005 to 2050. */
function deltaT(year) {
  const t = year - 2000
  return 62.92 + 0.32217 * t + 0.005589 * t * t
}

/** Terms of chapter 49: coefficient, power of E, multiples of M, M', F. */
const terms = [
  [-0.4072, 0, 0, 1, 0],
  [0.17241, 1, 1, 0, 0],
  [0.01608, 0, 0, 2, 0],
  [0.01039, 0, 0, 0, 2],
  [0.00739, 1, -1, 1, 0],
  [-0.00514, 1, 1, 1, 0],
  [0.00208, 2, 2, 0, 0],
  [-0.00111, 0, 0, 1, -2],
  [-0.00057, 0, 0, 1, 2],
  [0.00056, 1, 1, 2, 0],
  [-0.00042, 0, 0, 3, 0],
  [0.00042, 1, 1, 0, 2],
  [0.00038, 1, 1, 0, -2],
  [-0.00024, 1, -1, 2, 0],
  [-0.00007, 0, 2, 1, 0],
  [0.00004, 0, 0, 2, -2],
  [0.00004, 0, 3, 0, 0],
  [0.00003, 0, 1, 1, -2],
  [0.00003, 0, 0, 2, 2],
  [-0.00003, 0, 1, 1, 2],
  [0.00003, 0, -1, 1, 2],
  [-0.00002, 0, -1, 1, -2],
  [-0.00002, 0, 1, 3, 0],
  [0.00002, 0, 0, 4, 0],
]

/** Influence of the planets: coefficient, angle at k = 0, change with k. */
const planets = [
  [0.000325, 299.77, 0.107408],
  [0.000165, 251.88, 0.016321],
  [0.000164, 251.83, 26.651886],
  [0.000126, 349.42, 36.412478],
  [0.00011, 84.66, 18.206239],
  [0.000062, 141.74, 53.303771],
  [0.00006, 207.14, 2.453732],
  [0.000056, 154.84, 7.30686],
  [0.000047, 34.52, 27.261239],
  [0.000042, 207.19, 0.121824],
  [0.00004, 291.34, 1.844379],
  [0.000037, 161.72, 24.198154],
  [0.000035, 239.56, 25.513099],
  [0.000023, 331.55, 3.592518],
]

/** Julian day of new moon number k (0: January 2000), in universal time. */
function newMoon(k) {
  const t = k / 1236.85
  const e = 1 - 0.002516 * t - 0.0000074 * t * t
  const m = 2.5534 + 29.1053567 * k - 0.0000014 * t ** 2
  const moon = 201.5643 + 385.81693528 * k + 0.0107582 * t ** 2 + 0.00001238 * t ** 3
  const f = 160.7108 + 390.67050284 * k - 0.0016118 * t ** 2 - 0.00000227 * t ** 3
  const node = 124.7746 - 1.56375588 * k + 0.0020672 * t ** 2
  const mean = 2451550.09766 + 29.530588861 * k + 0.00015437 * t ** 2 - 0.00000015 * t ** 3
  let correction = -0.00017 * sin(node)
  for (const [size, power, a, b, c] of terms) {
    correction += size * e ** power * sin(a * m + b * moon + c * f)
  }
  for (const [size, angle, change] of planets) correction += size * sin(angle + change * k)
  return mean + correction - deltaT(2000 + k / 12.3685) / 86400
}

/** Apparent longitude of the sun in degrees, 0 to 360. */
function sunLongitude(julianDay) {
  const t = (julianDay + deltaT(2000 + (julianDay - 2451545) / 365.25) / 86400 - 2451545) / 36525
  const mean = 280.46646 + 36000.76983 * t + 0.0003032 * t * t
  const m = 357.52911 + 35999.05029 * t - 0.0001537 * t * t
  const center =
    (1.914602 - 0.004817 * t) * sin(m) +
    (0.019993 - 0.000101 * t) * sin(2 * m) +
    0.000289 * sin(3 * m)
  const apparent = mean + center - 0.00569 - 0.00478 * sin(125.04 - 1934.136 * t)
  return ((apparent % 360) + 360) % 360
}

/** Number of the local day. */
const localDay = (julianDay) => Math.floor(julianDay + 0.5 + utcOffset)
/** The start of a local day in universal time. */
const startOf = (day) => day - 0.5 - utcOffset
const formatDay = (day) => new Date((day - 2440588) * 86_400_000).toISOString().slice(0, 10)
/** 0 to 11: how many principal terms the sun has passed since the equinox at the start of this day. */
const sector = (day) => Math.floor(sunLongitude(startOf(day)) / 30)

/** The months from the one with the solstice of `year` to the one before the next, with their numbers. */
function monthsAfterSolstice(year) {
  const first = findMonthEleven(year)
  const next = findMonthEleven(year + 1)
  const starts = Array.from({ length: next - first + 1 }, (_, index) =>
    localDay(newMoon(first + index)),
  )
  const count = next - first
  const leap =
    count === 13
      ? starts.findIndex((day, index) => index > 0 && sector(day) === sector(starts[index + 1]))
      : -1
  let number = 10
  return starts.slice(0, count).map((day, index) => {
    if (index !== leap) number = (number % 12) + 1
    return { day, number, isLeap: index === leap }
  })
}

/** The new moon that starts the month with the winter solstice (longitude 270°). */
function findMonthEleven(year) {
  let k = Math.floor((year + 1 - 2000) * 12.3685) + 1
  const isAfterSolstice = (index) => {
    const day = localDay(newMoon(index))
    return formatDay(day) > `${year}-12-01` && sector(day) >= 9 && sector(day) < 12
  }
  while (isAfterSolstice(k) || formatDay(localDay(newMoon(k))) > `${year}-12-31`) k -= 1
  return k
}

const [from = 2026, to = 2035] = process.argv.slice(2).map(Number)
for (let year = from; year <= to; year += 1) {
  const all = [...monthsAfterSolstice(year - 1), ...monthsAfterSolstice(year)]
  const first = all.findIndex(({ number, isLeap }) => number === 1 && !isLeap)
  const last = all.findIndex(({ number }, index) => index > first + 1 && number === 1)
  const months = all.slice(first, last === -1 ? undefined : last)
  const afterNext = last === -1 ? monthsAfterSolstice(year + 1) : []
  months.push(
    ...afterNext.slice(
      0,
      afterNext.findIndex(({ number }) => number === 1),
    ),
  )
  const leap = months.find(({ isLeap }) => isLeap)?.number ?? 0
  const starts = months.map(({ day }) =>
    formatDay(day).slice(year === Number(formatDay(day).slice(0, 4)) ? 5 : 0),
  )
  console.error(`  [${year}, ${leap}, '${starts.join(' ')}'],`)
}
