/**
 * The view in which a guest books inside the conversation with an assistant: what it asks, and which tools it calls.
 */
import type { LocalizedText } from './locale.ts'

export type AssistantView = {
  /** `ui://…`; assistants find it in the definitions of the tools that show the view. */
  uri: string
  title: LocalizedText
  /** Names of the tools that the view calls; the first two also show it. */
  tools: { check: string; request: string; status: string | undefined }
  /** Arguments that the assistant chooses and the view only shows: a service has too many choices for a view. */
  shown: readonly string[]
  /** Asked before the day: guests and area, or the person. */
  pickers: readonly ViewPicker[]
  /** Whether the guest can write a note. */
  hasNote: boolean
  /** Other arguments of the request, which the view sends as the assistant’s call said: allergens, email. */
  carried: readonly string[]
}

export type ViewPicker = {
  /** Arguments of the tools that its choices set. */
  names: readonly string[]
  label: LocalizedText
  choices: readonly ViewChoice[]
}

export type ViewChoice = {
  /** Arguments of the tools; empty if anything is welcome. */
  sets: Readonly<Record<string, string | number>>
  text: LocalizedText
  /** Positions of the choices of the first picker that it is possible with; all if absent. */
  with?: readonly number[]
  /** Not possible with everything that the view shows: offered only where it is free. */
  ifFree?: boolean
}
