/** Parses the requested treatment, therapist and party size. */
import type { BookingRequestDetails, ParsedDetails } from '../../domain/scheduling/rules.ts'
import { oneOf } from '../../kernel/input.ts'
import { forEachLocale, type LocalizedText } from '../../kernel/locale.ts'
import type { FieldError, FieldHints } from '../../kernel/problem.ts'
import { choosePerson } from '../appointments/request-details.ts'
import { canDo } from '../appointments/services.ts'
import { allTreatments } from './assortment.ts'
import type { SpaFiles, Treatment } from './files.ts'

export type TreatmentDetails = BookingRequestDetails & { therapistId?: string; gender?: string }

export function parseDetails(
  files: SpaFiles,
  input: Readonly<Record<string, unknown>>,
  scope: 'request' | 'day' | 'month',
): ParsedDetails {
  const gender = input.therapist_gender as string | undefined
  const therapistId = input.therapist_id as string | undefined
  const detailsFor = ({ id, listed }: Treatment): TreatmentDetails => ({
    offerId: id,
    partySize: listed.guests,
    ...(therapistId !== undefined && { therapistId }),
    ...(gender !== undefined && { gender }),
  })
  const treatment = allTreatments(files).find(({ id }) => id === input.offerId)
  if (treatment) {
    const errors = findErrors(files, treatment, input)
    return errors.length > 0 ? { errors } : { details: [detailsFor(treatment)] }
  }
  if (scope !== 'month')
    return { errors: [{ name: 'offerId', code: 'missing', message: missingTreatmentText }] }
  const [first, ...others] = allTreatments(files).filter(
    ({ listed }) => listed.guests === (input.party_size ?? 1),
  )
  if (!first) return { errors: [{ name: 'party_size', code: 'not_one_of', message: oneOf(['1']) }] }
  return { details: [detailsFor(first), ...others.map(detailsFor)] }
}

export const missingTreatmentText: LocalizedText = {
  vi: 'Cần biết liệu trình nào để tìm giờ trống.',
  en: 'Say which treatment, so that free times can be found.',
}

function findErrors(
  files: SpaFiles,
  treatment: Treatment,
  input: Readonly<Record<string, unknown>>,
): FieldError[] {
  const errors: FieldError[] = []
  const { guests } = treatment.listed
  const therapist = files.people.find(({ id }) => id === input.therapist_id)
  const gender = input.therapist_gender
  if ((input.party_size ?? guests) !== guests) {
    const message = partySizeText(files, guests)
    errors.push({
      name: 'party_size',
      code: 'not_one_of',
      message,
      ...choosePackage(files, guests),
    })
  }
  if (therapist && !canDo(therapist, treatment)) {
    const able = files.people.filter((one) => canDo(one, treatment))
    const message = oneOf(able.map(({ id }) => id))
    errors.push({
      name: 'therapist_id',
      code: 'not_one_of',
      message,
      ...choosePerson(therapist.name, able),
    })
  }
  if (therapist && gender !== undefined && therapist.gender !== gender) {
    errors.push({
      name: 'therapist_gender',
      code: 'not_one_of',
      message: genderMismatch,
      ...keepOne,
    })
  }
  return errors
}

const genderMismatch: LocalizedText = {
  vi: 'Người đã chọn không thuộc giới tính này; bỏ một trong hai.',
  en: 'The chosen therapist is not of this gender; omit one of the two.',
}

const keepOne: FieldHints = {
  who: 'guest',
  brief: {
    vi: 'Người đã chọn không thuộc giới tính này. Giữ người hay giữ giới tính?',
    en: 'The chosen therapist is not of this gender. Which matters more: the person or the gender?',
  },
}

/** In a spa without treatments for two guests. */
const bookTwice: LocalizedText = {
  vi: 'Mỗi lượt dành cho một người: viết 1. Hai người đến cùng lúc thì đặt hai lượt.',
  en: 'Each appointment is for one guest: write 1. Two who come together book twice.',
}

/** A treatment for one is no choice for two guests, and the other way round. */
function choosePackage(files: SpaFiles, guests: number): FieldHints {
  if (guests === 2) return { who: 'guest' }
  const forTwo = allTreatments(files).filter(({ listed }) => listed.guests === 2)
  if (forTwo.length === 0) return { who: 'guest', brief: bookTwice }
  const list = forEachLocale((locale) => forTwo.map(({ name }) => name[locale]).join(' · '))
  return {
    who: 'guest',
    choices: forTwo.map(({ id }) => id),
    brief: {
      vi: `Liệu trình này cho một người. Cho hai người cùng lúc có: ${list.vi}. Có đổi không?`,
      en: `This treatment is for one. For two at the same time there is: ${list.en}. Change to it?`,
    },
  }
}

function partySizeText(files: SpaFiles, guests: number): LocalizedText {
  if (guests === 2) {
    return { vi: 'Gói này dành cho hai người: viết 2.', en: 'This package is for two: write 2.' }
  }
  const forTwo = allTreatments(files).filter(({ listed }) => listed.guests === 2)
  if (forTwo.length === 0) return bookTwice
  const names = (locale: 'vi' | 'en') =>
    forTwo.map(({ id, name }) => `${name[locale]} (${id})`).join(', ')
  return {
    vi: `Liệu trình này cho một người: viết 1. Hai người cùng lúc: ${names('vi')}.`,
    en: `This treatment is for one: write 1. For two at the same time: ${names('en')}.`,
  }
}
