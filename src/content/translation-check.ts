/** English texts that are probably not English: they equal the Vietnamese ones. */
import type { Report } from './report.ts'
import type { Path, Source } from './source.ts'

/** Shorter texts are often names, which are the same in both languages. */
const minWords = 4

const vietnameseLetters = /[àáảãạăằắẳẵặâầấẩẫậèéẻẽẹêềếểễệìíỉĩịòóỏõọôồốổỗộơờớởỡợùúủũụưừứửữựỳýỷỹỵđ]/iu

export function noteSameTexts(sources: readonly Source[], report: Report): void {
  const walk = (source: Source, value: unknown, path: Path) => {
    if (typeof value !== 'object' || value === null) return
    const { vi, en } = value as Record<string, unknown>
    if (typeof vi === 'string' && vi === en) {
      if (vi.split(/\s+/).length < minWords || !vietnameseLetters.test(vi)) return
      report.noteAt(
        source.file,
        source.lineOf([...path, 'en']),
        {
          vi: 'lời tiếng Anh giống hệt lời tiếng Việt',
          en: 'the English text is the same as the Vietnamese one',
        },
        {
          write: {
            vi: 'lời tiếng Anh, hoặc bỏ mục en: khi đó lời tiếng Việt được dùng và ghi rõ là tiếng Việt',
            en: 'it in English, or leave `en` out: it is then shown in Vietnamese, marked as such',
          },
        },
      )
      return
    }
    for (const [key, one] of Object.entries(value)) {
      walk(source, one, [...path, Array.isArray(value) ? Number(key) : key])
    }
  }
  for (const source of sources) walk(source, source.value, [])
}
