/** Faults in how bank transfers are received and matched. */
import type { FaultsOfProof } from '../broken/fault.ts'

export const bankFaults = {
  R25: {
    implementedIn: [
      'src/domain/bank/items.ts',
      'src/domain/bank/payments.ts',
      'src/domain/bank/receive.ts',
      'src/domain/payment/bank-transfers.ts',
      'src/faces/bank',
    ],
    faults: [
      {
        name: 'id-not-checked-in-transaction',
        breaks:
          'whether a transfer is known is asked before the transaction, and the primary key is missing',
        edits: [
          {
            file: 'src/domain/bank/receive.ts',
            from: 'const known = await findTransfer(sql, id)',
            to: 'const known = await findTransfer(context.store.read, id)',
          },
          {
            file: 'src/store/migrations/0034-bank-transfers.sql',
            from: '  id TEXT PRIMARY KEY,\n',
            to: '  id TEXT NOT NULL,\n',
          },
        ],
        options: { engine: 'sqlite' },
        isTested: true,
      },
      {
        name: 'part-is-enough',
        breaks: 'a transfer that is too small marks the order as paid',
        edits: [
          {
            file: 'src/domain/bank/items.ts',
            from: 'if (amount === remaining) return undefined',
            to: 'if (amount <= remaining) return undefined',
          },
        ],
        options: { engine: 'sqlite' },
      },
      {
        name: 'amount-rounded',
        breaks: 'amounts are compared in thousands of dong',
        edits: [
          {
            file: 'src/domain/bank/items.ts',
            from: 'if (amount === remaining) return undefined',
            to: 'if (Math.round(amount / 1000) === Math.round(remaining / 1000)) return undefined',
          },
        ],
        options: { engine: 'sqlite' },
      },
      {
        name: 'signature-not-verified',
        breaks: 'every signature is accepted',
        edits: [
          {
            file: 'src/faces/bank/sepay.ts',
            from: "return isSameSecret(signature.replace(/^sha256=/, ''), expected)",
            to: 'return expected.length === 64',
          },
        ],
        options: { engine: 'sqlite' },
      },
    ],
  },
} as const satisfies Record<string, FaultsOfProof>
