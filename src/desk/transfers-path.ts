/** Path of the list of bank transfers. */
import type { DeskContext } from './context.ts'

export const transfersPath = '/transfers'

export function hasTransfers({ receivesTransfers }: DeskContext): boolean {
  return receivesTransfers
}
