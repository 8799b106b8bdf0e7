/** Faults in what a wrong clock can delay, and in what a content folder can show or run. */
import type { FaultsOfProof } from '../broken/fault.ts'

export const isolationFaults = {
  R20: {
    implementedIn: [
      'src/domain/guard/guard.ts',
      'src/domain/integrity/future-rows.ts',
      'src/domain/staff/throttle.ts',
    ],
    faults: [
      {
        name: 'no-upper-bound',
        breaks: 'writes and failed sign-ins in the future count for the limits',
        edits: [
          {
            file: 'src/domain/guard/guard.ts',
            from: 'AND at > ? AND at <= ? GROUP BY client`',
            to: 'AND at > ? AND ? > 0 GROUP BY client`',
          },
          {
            file: 'src/domain/staff/throttle.ts',
            from: 'WHERE who = ? AND at > ? AND at <= ? ORDER BY at',
            to: 'WHERE who = ? AND at > ? AND ? > 0 ORDER BY at',
          },
        ],
        isTested: true,
      },
      {
        name: 'wait-from-newest-row',
        breaks: 'Retry-After is computed from the newest row',
        edits: [
          {
            file: 'src/domain/guard/guard.ts',
            from: 'MIN(at) AS oldest FROM writes',
            to: `(SELECT MAX(at) FROM writes AS newest WHERE newest.client = writes.client) AS oldest
       FROM writes`,
          },
          {
            file: 'src/domain/guard/guard.ts',
            from: 'Math.min(reset, windowMs)',
            to: 'reset',
          },
        ],
      },
      {
        name: 'future-rows-not-corrected',
        breaks: 'only old rows are purged, and those in the future stay',
        edits: [
          {
            file: 'src/server/background-jobs.ts',
            from: 'run: () => correctFutureRows(store, now()),',
            to: 'run: async () => {},',
          },
        ],
      },
    ],
  },
  R22: {
    implementedIn: [
      'src/content/files.ts',
      'src/content/pictures.ts',
      'src/content/svg-check.ts',
      'src/faces/site/pictures.ts',
    ],
    faults: [
      {
        name: 'links-followed',
        breaks: 'a link is followed to any file of the server',
        edits: [
          {
            file: 'src/content/files.ts',
            from: 'return path === root || path.startsWith(',
            to: "return path !== '' || path.startsWith(",
          },
        ],
        options: { variants: 0 },
        isTested: true,
      },
      {
        name: 'not-checked-after-open',
        breaks: 'only the name of a file is checked, and another file may be opened',
        edits: [
          {
            file: 'src/content/files.ts',
            from: '    assertInside(folder, file, descriptor)\n',
            to: '',
          },
        ],
        options: { swappedReads: 20_000 },
      },
      {
        name: 'blocklist',
        breaks: 'a drawing is rejected only if it contains one of a few words',
        edits: [
          {
            file: 'src/content/svg-check.ts',
            from: "  const text = svg.replace(/^\\uFEFF/, '')\n",
            to: `  if (svg) return /<script|\\son\\w+=|<foreignObject|javascript:|@import/i.exec(svg)?.[0]
  const text = svg.replace(/^\\uFEFF/, '')\n`,
          },
        ],
      },
      {
        name: 'type-from-name',
        breaks: 'the type of a picture is taken from its name',
        edits: [
          {
            file: 'src/content/pictures.ts',
            from: "    const isServed = kind.type === 'image/svg+xml' || isPng(bytes)\n",
            to: '    const isServed = true\n',
          },
        ],
      },
    ],
  },
} as const satisfies Record<string, FaultsOfProof>
