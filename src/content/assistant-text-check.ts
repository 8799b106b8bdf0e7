/**
 * Texts of the owner that address assistants. An assistant reads texts of the shop as information, so such a sentence
 * has no effect, or makes the assistant distrust the shop.
 */
import type { ContentIssue } from './content-errors.ts'

const models = '(ai|assistants?|chatbots?|agents?|(language )?models?|llms?)'
/** Not "ai" alone, which means "who". */
const vietnameseModels = '(tro ly (ai|ao|so)|chatbot|mo hinh ngon ngu)'

/** For text in lower case without diacritics; a space stands for any white space. */
const addressPatterns = [
  `(notes?|messages?|instructions?|attention|notice) (to|for) (all |any )?(ai )?${models}`,
  `(dear|hey|hello) (ai|chatbots?|language models?)`,
  '(ignore|disregard) (all |any |the |your )*(previous|prior|earlier|above)',
  'consent ?[:=]? ?true',
  'system prompt',
  '(if you are|you are|as) an? (ai|chatbot|language model|llm)',
  `(luu y|ghi chu|thong bao|loi nhan|nhan|danh|gui) (danh )?(cho|toi|den) (cac |moi )?${vietnameseModels}`,
  `(neu )?ban la (mot )?${vietnameseModels}`,
  '(bo qua|phot lo|quen) (moi |cac |nhung |het )*(huong dan|chi dan|chi thi|lenh|yeu cau) (o )?(truoc|tren)',
  `${vietnameseModels}[:,]? (phai|khong duoc)`,
  // Without a comma, "hay" means "or".
  `${vietnameseModels}[:,] (hay|dung|xin)`,
].map(
  (pattern) => new RegExp(`\\b${pattern.replaceAll(' ?', '\\s*').replaceAll(' ', '\\s+')}\\b`, 'g'),
)

export function findAssistantTexts(file: string, text: string): ContentIssue[] {
  const plain = foldText(file.endsWith('.md') ? text : withoutComments(text))
  const found = addressPatterns.flatMap((pattern) => [...plain.matchAll(pattern)])
  // Of several matches in a line, the first pattern counts.
  const lines = new Map(
    found
      .toReversed()
      .map(({ 0: match, index }) => [plain.slice(0, index).split('\n').length, match]),
  )
  return [...lines].map(([line, match]) => createNote(file, line, match.replace(/\s+/g, ' ')))
}

function createNote(file: string, line: number, match: string): ContentIssue {
  return {
    file,
    line,
    wrong: {
      vi: `“${match}” là lời dặn trợ lý; trợ lý coi lời của tiệm là thông tin, không phải mệnh lệnh`,
      en: `“${match}” addresses assistants, which read texts of the shop as information, not as instructions`,
    },
    write: { vi: 'điều khách cần biết', en: 'what guests should know' },
  }
}

/** Keeps the number of lines. */
function withoutComments(yaml: string): string {
  return yaml.replace(/^[ \t]*#.*$/gm, '')
}

/** Without diacritics, like `foldDiacritics`, but with all white space: lines are counted. */
function foldText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replace(/[đĐ]/g, 'd').toLowerCase()
}
