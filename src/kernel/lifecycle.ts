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

export type LifecycleTransition<State extends string = string> = {
  title: LocalizedText
  by: 'guest' | 'staff' | 'clock'
  /** The states in which it is possible; empty if it creates the thing. */
  from: readonly State[]
  /** `previous`: the state before the action that is undone. */
  to: State | 'unchanged' | 'previous'
  /** Whether the guest gets an email: immediately, or after the time in which staff can undo the action. */
  guestEmail?: 'immediate' | 'delayed'
  /** What else a client should know. */
  note?: LocalizedText
}
