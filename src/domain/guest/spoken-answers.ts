/**
 * What a guest says about health on the phone belongs to its own questions, not to the note: only staff see it, and
 * it is deleted soon after the visit.
 */
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import type { Answers, GuestQuestion } from '../scheduling/guest-question.ts'
import { moveNoteAnswers } from './note.ts'
import { maxAnswerLength, readAnswers } from './questions.ts'

type Spoken = { note: string; answers: Answers }

/** Words that begin another remark: "dị ứng lạc ghế trẻ em" are two. */
const otherRemark =
  /[,;.]\s*|\s+(?=(?:ghế|gần|ngồi|bàn|sinh nhật|kỷ niệm|xin|cần|muốn|mang bánh|có bé|gọi)(?:\s|$))/giu

/** Moves the remarks about health out of the note of staff. */
export function moveSpokenAnswers(questions: readonly GuestQuestion[], note: string): Spoken {
  const separators = [...note.matchAll(otherRemark)].map(([text]) => text)
  const remarks = note.split(otherRemark)
  // The reader of notes separates sentences; each remark is one.
  const marked = remarks.map((text) => `${text};`).join('\n')
  const fields: Record<string, unknown> = moveNoteAnswers(questions, { note: marked })
  if (fields.note === marked) return { note, answers: {} }
  const left = new Set(toRemarks(fields.note))
  const remaining = remarks.flatMap((text, index) =>
    left.has(text.trim()) ? [{ text, separator: separators[index] ?? '' }] : [],
  )
  const rest = remaining.map(({ text, separator }) => `${text}${separator}`).join('')
  const answers = readAnswers(questions, fields)
  return { note: rest.trim().replace(/[,;]+$/u, ''), answers: tidyDetails(questions, answers) }
}

function toRemarks(note: unknown): string[] {
  if (typeof note !== 'string') return []
  return note
    .split(/;\s*/u)
    .map((text) => text.trim())
    .filter((text) => text !== '')
}

/** "dị ứng lạc; hải sản;" → "dị ứng lạc, hải sản" */
function tidyDetails(questions: readonly GuestQuestion[], answers: Answers): Answers {
  const details = new Set(questions.flatMap(({ inNote }) => (inNote ? [inNote.details] : [])))
  return Object.fromEntries(
    Object.entries(answers).map(([name, texts]) => [
      name,
      details.has(name) ? texts.map((text) => toRemarks(text).join(', ')) : texts,
    ]),
  )
}

/** The answers as staff store them: with the words "by phone" or "at the desk" before those of the guest. */
export function withSpokenNote(
  questions: readonly GuestQuestion[],
  answers: Answers,
  how: 'phone' | 'desk',
  locale: Locale,
): Answers {
  const notes = questions.flatMap(({ name, inNote }) => {
    if (!inNote || !(answers[name] ?? answers[inNote.details])) return []
    const words = answers[inNote.details]?.[0] ?? ''
    if (Object.values(spokenTexts).some((text) => words.startsWith(text[locale]))) return []
    const text =
      words === '' ? `${spokenTexts[how][locale]}.` : `${spokenTexts[how][locale]}: ${words}`
    return [[inNote.details, [text.slice(0, maxAnswerLength)]] as const]
  })
  return { ...answers, ...Object.fromEntries(notes) }
}

const spokenTexts: Record<'phone' | 'desk', LocalizedText> = {
  phone: { vi: 'Khách nói qua điện thoại', en: 'The guest said so by phone' },
  desk: { vi: 'Khách nói tại quầy', en: 'The guest said so at the desk' },
}
