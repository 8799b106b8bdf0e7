/** What a recipient can read in an email: its bytes, and everything in them decoded. */
import type { Mail } from '../../test/support/receivers.ts'

/** Headers, text, HTML with its JSON-LD, attachments and their names, with folded calendar lines joined. */
function readableTexts(mail: Mail): string[] {
  const decoded = [mail, ...mail.parts].flatMap(({ headers, text }) => [...headers.values(), text])
  const unfolded = decoded.map((text) => text.replace(/\r?\n[ \t]/g, ''))
  return [mail.raw, ...decoded, ...unfolded, ...decoded.map(decodeUrl)]
}

function decodeUrl(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}

export function contains(mail: Mail, word: string): boolean {
  return readableTexts(mail).some((text) => text.toLowerCase().includes(word.toLowerCase()))
}

/** Path of the link by which the owner of the address confirms it. */
export function confirmationPath(mail: Mail): string | undefined {
  const link = /https?:\/\/[^/\s]+(\/\S+\?token=\S+)/.exec(mail.text)
  return link?.[1]
}
