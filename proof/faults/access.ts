/** Faults in who may do what at the desk. */
import type { FaultsOfProof } from '../broken/fault.ts'

const check = 'if (target.needsFreshSignIn && !isFreshSignIn(session, now())) {'

export const accessFaults = {
  R21: {
    implementedIn: [
      'src/desk/desk.ts',
      'src/desk/confirmation.ts',
      'src/desk/action-links.ts',
      'src/domain/staff',
    ],
    faults: [
      {
        name: 'only-pages-checked',
        breaks:
          'the age of the sign-in is checked when a page is opened, not when its form is sent',
        edits: [
          {
            file: 'src/desk/desk.ts',
            from: check,
            to: check.replace('(target', '(isReadMethod(request.method) && target'),
          },
        ],
        options: { engine: 'sqlite' },
        isTested: true,
      },
      {
        name: 'route-left-out',
        breaks: 'the list of subscribers can be downloaded with an old sign-in',
        edits: [
          {
            file: 'src/desk/screens/subscribers.ts',
            from: '      needsFreshSignIn: true,\n',
            to: '',
          },
        ],
        options: { engine: 'sqlite' },
      },
      {
        name: 'calendar-key-not-rotated',
        breaks: 'the calendar address of a lost device stays valid',
        edits: [
          {
            file: 'src/domain/staff/revoke-devices.ts',
            from: '  await rotateCalendarKey(sql, staffId)\n',
            to: '',
          },
        ],
        options: { engine: 'sqlite' },
      },
      {
        name: 'freshness-cached',
        breaks: 'a process stores that the sign-in of a session was fresh',
        edits: [
          {
            file: 'src/desk/desk.ts',
            from: '  const cookies = createCookies(deskUrl)\n',
            to: '  const cookies = createCookies(deskUrl)\n  const freshSessions = new Set<string>()\n',
          },
          {
            file: 'src/desk/desk.ts',
            from: check,
            to: `if (isFreshSignIn(session, now())) freshSessions.add(session.hash)
    if (target.needsFreshSignIn && !freshSessions.has(session.hash)) {`,
          },
        ],
        options: { engine: 'sqlite' },
      },
    ],
  },
} as const satisfies Record<string, FaultsOfProof>
