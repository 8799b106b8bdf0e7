/** What a request to a spa may say besides treatment and therapist: a gender, and two guests side by side. */
import { z } from 'zod'
import type { StepChoice } from '../../domain/forms/booking-form.ts'
import type { BookingRequestDetails, Phrase } from '../../domain/scheduling/rules.ts'
import { partySizeReader } from '../../domain/tools/arguments.ts'
import { type ArgumentReading, argumentReaders } from '../../kernel/argument-reader.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import type { Preferences } from '../appointments/declaration.ts'
import { assignedPersonDescription, personRecord } from '../appointments/fields.ts'
import type { Therapist } from './files.ts'
import { parseDetails, type TreatmentDetails } from './request-details.ts'
import { genderArgument, listTherapists, readGender } from './tools/therapists.ts'

const partyDescription = '2 only for the package for two guests side by side.'
const partyField = z.int().min(1).max(2).optional().register(argumentReaders, partySizeReader)

export const therapistLabel: LocalizedText = { vi: 'Với', en: 'With' }

export const preferences: Preferences = {
  fields: {
    therapist_gender: z.enum(['female', 'male']).optional().meta({
      description: 'A woman or a man, if that matters to the guest.',
      example: 'female',
    }),
    party_size: partyField.meta({ description: partyDescription, example: 1 }),
  },
  queryArguments: {
    therapist_gender: genderArgument('Only times with a woman or a man.'),
    party_size: partyField.meta({ description: partyDescription }),
  },
  requestArguments: {
    therapist_gender: genderArgument('A woman or a man, if that matters.'),
    party_size: partyField.meta({ description: partyDescription }),
  },
  readPerson: readGenderOfPerson,
  labels: { therapist_gender: therapistLabel },
  phrases: [
    ...genderPhrases('female', [
      'ktv nữ',
      'kỹ thuật viên nữ',
      'nhân viên nữ',
      'nv nữ',
      'nữ làm',
      'female therapist',
      'lady therapist',
    ]),
    ...genderPhrases('male', [
      'ktv nam',
      'kỹ thuật viên nam',
      'nhân viên nam',
      'nv nam',
      'nam làm',
      'male therapist',
    ]),
  ],
  step: { names: ['therapist_gender'], choices: genderChoices },
  listPeople: listTherapists,
  parse: parseDetails,
  suits: ({ gender }: Therapist, details: TreatmentDetails) =>
    details.gender === undefined || gender === details.gender,
  toAssignment: (team) => ({ therapists: team.map(({ id }) => id) }),
  response: {
    fields: {
      party_size: z.int().min(1).max(2).describe('Number of guests.'),
      therapist: personRecord.optional().describe(assignedPersonDescription),
      second_therapist: personRecord.optional().describe('The therapist of the second guest.'),
    },
    people: ['therapist', 'second_therapist'],
    of: ({ partySize }: BookingRequestDetails, [first, second]) => ({
      party_size: partySize,
      ...(first && { therapist: first }),
      ...(second && { second_therapist: second }),
    }),
  },
}

/** A guest cannot choose the gender of a therapist whom the owner did not name. */
export const unnamedPreferences: Preferences = {
  ...preferences,
  readPerson: () => undefined,
  fields: { party_size: partyField.meta({ description: partyDescription, example: 1 }) },
  queryArguments: { party_size: partyField.meta({ description: partyDescription }) },
  requestArguments: { party_size: partyField.meta({ description: partyDescription }) },
  labels: {},
  phrases: [],
  step: { names: [], choices: () => [] },
}

/** "female" as the therapist is anyone of that gender. */
function readGenderOfPerson(value: unknown): ArgumentReading | undefined {
  const reading = readGender(value)
  if ('error' in reading || reading.value === undefined || typeof value !== 'string') {
    return undefined
  }
  const gender = reading.value as keyof typeof genderNames
  return { value: undefined, as: genderNames[gender], also: { therapist_gender: gender } }
}

const genderNames = {
  female: { vi: 'Một kỹ thuật viên nữ', en: 'A woman' },
  male: { vi: 'Một kỹ thuật viên nam', en: 'A man' },
}

/** Only if therapists of both genders perform the treatment. */
function genderChoices(able: readonly Therapist[], locale: Locale): StepChoice[] {
  const genders = new Set(able.map(({ gender }) => gender))
  if (genders.size < 2) return []
  return [...genders].map((gender) => ({
    sets: { therapist_gender: gender },
    text: genderNames[gender][locale],
  }))
}

function genderPhrases(value: string, phrases: readonly string[]): Phrase[] {
  return phrases.map((phrase) => ({ phrase, field: 'therapist_gender', value }))
}
