/** The states of something that clients observe, and everything that can happen to it. */
import type { LocalizedText } from './locale.ts'

export type Lifecycle = {
  /** First part of the event types: "booking". */
  noun: string
  title: LocalizedText
  /** Labels by the value in responses. */
  states: Readonly<Record<string, LocalizedText>>
  /** By the last part of the event type: "confirmed". */
  transitions: Readonly<Record<string, LifecycleTransition>>
}

/** Staff can send every message again, so every table of actions has a row for it. */
export const resentAction = 'sent_again'

/** Staff can record of everything whether they have informed the guest; see `domain/contact`. */
const contactActions = [
  'guest_called',
  'guest_messaged',
  'guest_not_reached',
  'contact_undone',
] as const

export type ContactAction = (typeof contactActions)[number]

/** They change neither the thing nor its version. */
export const recordOnlyActions: readonly string[] = [resentAction, ...contactActions]

export type ActionTable<Row extends LifecycleTransition> = Readonly<Record<string, Row>> &
  Readonly<Record<typeof resentAction | ContactAction, Row>>

/** One row of a table of actions. A new action has to decide all of this before it compiles. */
export type LifecycleTransition<State extends string = string> = {
  /** The event: "Moved". */
  title: LocalizedText
  /** What the actor did, after the name of the actor: "moved the booking". */
  label: LocalizedText
  /** The states in which it is possible; empty if it creates the thing. */
  from: readonly State[]
  /** `previous`: the state before the action that is undone. */
  to: State | 'unchanged' | 'previous'
  /** How staff run it on the desk; null if it has no button there. */
  desk: DeskCommand | null
  /** The guest must know about it: by email where that is possible, otherwise from staff. */
  mustKnow?: true
  /** What else a client should know. */
  note?: LocalizedText
} & (StaffTransition | OtherTransition)

type StaffTransition = { by: 'staff'; undo: Undo; notifies: Notifies<'delayed'> }

/** Staff cannot undo what they did not do, so no email waits for an undo. */
type OtherTransition = {
  by: 'guest' | 'clock'
  undo: 'impossible' | 'skip'
  notifies: Notifies<'immediate'>
}

/**
 * What an undo does, until the next action:
 * - `restore`: returns to the state before.
 * - `cancel`: cancels what had no state before.
 * - `impossible`: nothing, also not for actions before it.
 * - `skip`: undoes the action before it instead, because this one changes nothing that an undo restores.
 */
type Undo = 'restore' | 'cancel' | 'impossible' | 'skip'

type Notifies<GuestEmail extends string> = {
  /** `answer`: staff have to answer it, so the desk announces it as well. `inform`: a message only. */
  staff: 'answer' | 'inform' | 'never'
  /** Whether the guest gets an email: immediately, or after the time in which staff can undo the action. */
  guest: GuestEmail | 'never'
  /** Webhooks receive it, and /docs describes it. */
  webhook: boolean
}

export type NotificationPlan = Notifies<'immediate' | 'delayed'>

/** `command` is the verb in the URL of the button: "confirm". */
type DeskCommand = { command: string; button: LocalizedText }

/** Presets for the most frequent kinds of notification. */
export const webhookOnly = { staff: 'never', guest: 'never', webhook: true } as const
export const emailAfterUndoTime = { staff: 'never', guest: 'delayed', webhook: true } as const
export const recordedOnly = { staff: 'never', guest: 'never', webhook: false } as const
