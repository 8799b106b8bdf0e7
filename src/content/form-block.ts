/** A form on a page, with what the guest has filled in. */

export type FieldType =
  | 'text'
  | 'tel'
  | 'email'
  | 'date'
  | 'time'
  | 'textarea'
  | 'checkbox'
  | 'select'
  | 'radio'
  /** Several checkboxes. */
  | 'ticks'

type FieldOption = { value: string; label: string }

/** A field with the guest's input and its error. */
export type FilledField = {
  name: string
  label: string
  type: FieldType
  needed: boolean
  autocomplete: string
  hint?: string
  /** A number of this many digits. */
  digits?: number
  /** Options side by side, each as large as a button. */
  hasChips?: boolean
  options?: readonly FieldOption[]
  values: readonly string[]
  error: string | undefined
  /** Shown as a row that opens when it is pressed; open if there is a value or an error. */
  isCollapsed?: boolean
  /** A longer text below the field that is shown when its title is pressed. */
  fullText?: { title: string; text: string }
}

/** Hidden fields of a form. */
export type Hidden = readonly (readonly [name: string, value: string])[]

export type Form = {
  kind: 'form'
  /** `get` turns the fields into the query of the address. */
  method: 'get' | 'post'
  address: string
  fields: readonly FilledField[]
  hidden: Hidden
  buttons: readonly FormButton[]
  /** A search: one field with its button beside it. */
  isSearch?: boolean
  /**
   * Makes the form a tool of assistants in the browser (WebMCP), which fill in all its fields and submit it. So it
   * contains no consent, and submitting it stores nothing.
   */
  tool?: { name: string; description: string }
}

/** Name and value tell which of several buttons was pressed. */
export type FormButton = { label: string; name?: string; value?: string; plain?: boolean }
