/** Values of business.yaml that the owner has changed. */
import { valueAt } from '../../content/field-label.ts'
import type { Path } from '../../content/source.ts'
import type { Members } from '../editor/parts.ts'
import { businessFile, isOfSample, type SetupState } from './state.ts'

/** The fields of the part with the name, the address and the phone number. */
export function contactMembers({ editor }: SetupState): Members {
  return editor.parts.find(({ id }) => id === 'contact')?.members ?? {}
}

/** A value of the owner; undefined while it is the sample's. */
export function ownValue(state: SetupState, path: Path): unknown {
  return isOfSample(state, businessFile, path) ? undefined : valueAt(state.read(businessFile), path)
}

/** The same as a text, in the first language that it has. */
export function ownText(state: SetupState, path: Path): string | undefined {
  const value = ownValue(state, path)
  const text =
    typeof value === 'string' ? value : (valueAt(value, ['vi']) ?? valueAt(value, ['en']))
  return typeof text === 'string' ? text : undefined
}
