/** The places that a booking may get: those that the rules allow, and those that staff ask for against a rule. */
import type {
  Assignment,
  BookingRequestDetails,
  BookingRules,
  Option,
  StaffOption,
  Start,
} from '../scheduling/rules.ts'
import { isAccepted, type StaffRule } from '../scheduling/staff-rules.ts'

type CandidateRequest = {
  details: BookingRequestDetails
  /** The service day. */
  date: string
  start: Start
  /** The resources that staff asked for; the assignment must contain all of them. */
  wanted: readonly string[]
  /** None for a new booking. */
  current?: Assignment
  /** Whether the current place is possible besides others; otherwise only if the rules allow no place at all. */
  mayKeep?: boolean
}

/** A broken rule weighs more than any preference. */
const ruleWeight = 1_000_000

/** Those that break the fewest rules are preferred. */
export function findCandidates(
  rules: BookingRules,
  { details, date, start, wanted, current, mayKeep }: CandidateRequest,
): StaffOption[] {
  const usual = rules.options(details, date, start).filter(usesAll(wanted))
  const asked = wanted.length > 0 ? rules.staffOptions(details, date, start, wanted) : []
  const isRetained = mayKeep || usual.length === 0
  const own = current && isRetained ? rules.resourcesOf(current) : []
  const isOwn = own.length > 0 && wanted.every((one) => own.includes(one))
  const unmoved = isOwn ? rules.staffOptions(details, date, start, own) : []
  const byAssignment = new Map<string, StaffOption>()
  for (const option of [...usual.map((one) => ({ ...one, broken: [] })), ...asked, ...unmoved]) {
    const key = JSON.stringify(option.assignment)
    const preference = option.preference + option.broken.length * ruleWeight
    if (!byAssignment.has(key)) byAssignment.set(key, { ...option, preference })
  }
  return [...byAssignment.values()]
}

function usesAll(resources: readonly string[]): (option: Option) => boolean {
  return ({ holds }) => resources.every((id) => holds.some(({ resource }) => resource === id))
}

/** Those for which staff have set aside every broken rule, and the others. */
export function splitByRules(
  candidates: readonly StaffOption[],
  accepted: ReadonlySet<StaffRule>,
): { allowed: StaffOption[]; refused: StaffOption[] } {
  return {
    allowed: candidates.filter((one) => isAccepted(one, accepted)),
    refused: candidates.filter((one) => !isAccepted(one, accepted)),
  }
}
