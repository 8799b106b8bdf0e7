/** Incoming bank transfers, as a service that watches the account of the shop reports them. */

export const bankServices = ['sepay', 'casso'] as const

export type BankService = (typeof bankServices)[number]

export type BankNotification = {
  /** The service and its id of the transaction: "sepay:92704". */
  id: string
  /** In dong. */
  amount: number
  transferredAtMs: number
  /** What the sender wrote, with what the bank has added. */
  text: string
  /** The accounts that it names: the real one, and the virtual one to which the guest transferred. May be empty. */
  accounts: readonly string[]
}

/** Path of the public listener to which the service sends its notifications. */
export const bankPath = '/bank-notifications'
